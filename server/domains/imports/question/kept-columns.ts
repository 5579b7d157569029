import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { restrictsNothing } from '../../policies/columns.rules.ts'
import { createColumn, withNewColumns } from '../../records/columns/columns.ts'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { putPolicy } from '../../records/policies/column-policies.ts'
import { viewWithOwnId } from '../../records/rows/own-id-column.rules.ts'
import { type Keeper, mayMakeKeepers } from '../mapping/kept-values.rules.ts'

const TYPE = 'long_text'

/**
 * A view with the columns for values that do not fit, of which some are not made yet.
 *
 * @returns their ids too, by the ids of the columns that they are for.
 * @throws Refusal forbidden
 */
export async function withKeepers(
  tx: Tx,
  actor: UserActor,
  view: DefinitionView,
  keepers: readonly Keeper[],
): Promise<{ view: DefinitionView; keep: Record<string, string> }> {
  const news = keepers.filter(({ into }) => !into)
  if (news.length > 0 && !mayMakeKeepers(actor)) throw new Refusal('forbidden', 'keep_values')
  const bodies = news.map(
    ({ name }) => ({ body: { name, type: TYPE }, path: 'body.onBad' }) as const,
  )
  const { definition, added } = await withNewColumns(tx, view.definition, bodies)
  const ids = keepers.map(({ column, into }) => {
    const made = into ?? added[news.findIndex((one) => one.column === column)]!
    return [column.id, made.id]
  })
  return { view: viewWithOwnId(definition, actor), keep: Object.fromEntries(ids) }
}

/**
 * Makes the columns for values that do not fit. People who cannot see a column cannot see the one with its values either.
 *
 * @returns their ids, by the ids of the columns that they are for.
 * @throws Refusal name_taken, if somebody has made one in the meantime.
 */
export async function makeKeepers(
  tx: Tx,
  actor: UserActor,
  key: string,
  keepers: readonly Keeper[],
): Promise<Record<string, string>> {
  const keep: Record<string, string> = {}
  for (const { column, name, into } of keepers) {
    const made = into ?? (await createColumn(tx, actor, { key }, { name, type: TYPE }))
    if (!into && !restrictsNothing(column.policy)) {
      await putPolicy(tx, actor, { key, column: made.id }, column.policy)
    }
    keep[column.id] = made.id
  }
  return keep
}
