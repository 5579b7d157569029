import { isLink } from '../../../../shared/column-types.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Definition, StoredCells } from '../definitions/definition.rules.ts'
import { claimOwnIds } from './own-ids.ts'
import type { LinkedDrafts } from './references/making.ts'
import { addRows, type Creation } from './row-creation.ts'
import { planRows } from './rows.rules.ts'

/**
 * Makes the rows that links ask for, before the rows that link to them are stored. Only those that are in a cell. The
 * caller holds the locks of their definitions, as after `contextOf`.
 *
 * @param linking rows whose cells are about to be stored.
 * @param isImport whether the run's stamp goes to the rows of other boards too, so that an undo finds them.
 * @returns the new rows, by the ids of their definitions.
 */
export async function addLinkedRows(
  tx: Tx,
  definition: Definition,
  drafts: LinkedDrafts,
  linking: readonly { cells: StoredCells }[],
  { by, source, importRunId }: Creation,
  isImport = false,
): Promise<Map<string, { id: string; position: number }[]>> {
  const made = new Map<string, { id: string; position: number }[]>()
  if (drafts.size === 0) return made
  const columns = definition.columns.filter(({ type }) => isLink(type))
  const linked = linking.flatMap(({ cells }) =>
    columns.flatMap(({ slot }) => (cells[slot] ?? []) as string[]),
  )
  const wanted = [...new Set(linked)].filter((id) => drafts.has(id))
  for (const [{ view, context }, ids] of Map.groupBy(wanted, (id) => drafts.get(id)!.board)) {
    const all = ids.map((id) => drafts.get(id)!.draft)
    const sent = all.map(({ cells }) => cells)
    const plan = planRows(view, context, sent, { misfits: 'refuse' })
    const rows = plan.rows.map(({ cells, uniques }, at) => ({
      id: ids[at]!,
      cells,
      uniques,
      externalId: all[at]!.externalId,
    }))
    const target = view.definition
    // A key's run has rows of one board.
    const isStamped = isImport || target.id === definition.id
    const creation = { by, source, importRunId: isStamped ? importRunId : undefined }
    const planned = { rows, newOptions: plan.newOptions }
    const added = await addRows(tx, target, planned, creation)
    const [lost] = added.twins
    if (lost) throw new Error(`a row that a link makes lost a unique value: ${lost.message}`)
    const claims = rows.flatMap(({ id, externalId }) =>
      externalId === undefined ? [] : [{ externalId, rowId: id }],
    )
    if (claims.length > 0) claimOwnIds(tx, target.id, claims)
    made.set(target.id, added.rows)
  }
  return made
}
