import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Issue, invalid, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { type Column, noSuchColumn, viewOf } from '../definitions/definition.rules.ts'
import { touchDefinition } from '../definitions/definitions.sql.ts'
import { locate, locateForChange } from '../definitions/locate.ts'
import { placeColumns } from './columns.sql.ts'
import { columnsOut } from './columns.ts'

/**
 * Puts the columns in the order in which `refs` names them.
 *
 * @throws Refusal not_found, unknown_column, invalid_request (a column is named twice, or left out).
 */
export async function reorderColumns(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  refs: readonly string[],
) {
  const definition = await locateForChange(tx, address)
  const view = viewOf(definition, actor)
  const unknown: Issue[] = []
  const twice: Issue[] = []
  const places = new Map<Column, string>()
  for (const [index, ref] of refs.entries()) {
    const path = `body.columns[${index}]`
    const column = view.find(ref)
    if (!column) unknown.push(issueAt(path, noSuchColumn(view, ref)))
    else if (places.has(column)) {
      twice.push(issueAt(path, why('same_column', { place: places.get(column)! })))
    } else places.set(column, path)
  }
  if (unknown.length > 0) throw refusalWith('unknown_column', unknown)
  if (twice.length > 0) throw refusalWith('invalid_request', twice)
  const missing = view.columns.filter((column) => !places.has(column)).map(({ key }) => key)
  if (missing.length > 0)
    throw invalid('body.columns', why('columns_left_out', { columns: missing.join(', ') }))
  placeColumns(
    tx,
    [...places.keys()].map(({ id }) => id),
  )
  await touchDefinition(tx, definition.id)
  appendEvent(tx, {
    type: 'columns.reordered',
    actor: actorRef(actor),
    subject: `${definition.kind}:${definition.id}`,
  })
  return { data: columnsOut(viewOf(await locate(tx, address), actor)), nextCursor: null }
}
