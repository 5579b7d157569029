import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { issueAt, notFound, type Refusal, refusalWith } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import { named } from '../cells/words.ts'
import { type DefinitionView, viewOf } from '../definitions/definition.rules.ts'
import { locateToWrite } from '../definitions/locate.ts'
import { namedRows } from '../rows/row-references.ts'
import { findRow } from '../rows/rows.sql.ts'
import { rowOut } from '../rows/rows.ts'
import { expireRows } from './trash.sql.ts'
import { restoreRows, type TakenValue, trashRows } from './trash.ts'

/** @throws Refusal not_found (there is no such row, or it is in the trash already). */
export async function removeRow(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
): Promise<void> {
  const definition = await locateToWrite(tx, address)
  const ids = [address.rowId.toLowerCase()]
  const { count } = await trashRows(tx, definition, { ids }, { by: actorRef(actor) })
  if (count === 0) throw notFound()
}

/** @throws Refusal not_found, invalid_request (an id twice), unknown_reference. */
export async function removeRows(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  ids: readonly string[],
): Promise<{ deleted: string[] }> {
  const definition = await locateToWrite(tx, address)
  const deleted = (await namedRows(tx, definition.id, pathsOf(ids), false)).map(({ id }) => id)
  await trashRows(tx, definition, { ids: deleted }, { by: actorRef(actor) })
  return { deleted }
}

/** @throws Refusal not_found (it is not in the trash), value_taken. */
export async function restoreRow(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
) {
  const definition = await locateToWrite(tx, address)
  const view = viewOf(definition, actor)
  const ids = [address.rowId.toLowerCase()]
  const { count, taken } = await restoreRows(tx, definition, { ids }, { by: actorRef(actor) })
  if (count === 0) throw notFound()
  if (taken.length > 0) throw valueTaken(view, taken, () => 'path.rowId')
  return rowOut(view, (await findRow(tx, definition.id, address.rowId))!)
}

/** @throws Refusal not_found, invalid_request (an id twice), unknown_reference, value_taken. */
export async function restoreMany(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  ids: readonly string[],
): Promise<{ restored: string[] }> {
  const definition = await locateToWrite(tx, address)
  const view = viewOf(definition, actor)
  const restored = (await namedRows(tx, definition.id, pathsOf(ids), true)).map(({ id }) => id)
  const { taken } = await restoreRows(tx, definition, { ids: restored }, { by: actorRef(actor) })
  if (taken.length > 0) {
    throw valueTaken(view, taken, (rowId) => `body.ids[${restored.indexOf(rowId)}]`)
  }
  return { restored }
}

/**
 * Deletes rows in the trash for good. They are gone for everybody at once; the worker removes what is stored.
 *
 * @throws Refusal not_found, invalid_request (an id twice), unknown_reference.
 */
export async function purgeMany(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress,
  ids: readonly string[],
): Promise<{ purged: string[] }> {
  const { id, kind } = await locateToWrite(tx, address)
  const purged = (await namedRows(tx, id, pathsOf(ids), true)).map((row) => row.id)
  await expireRows(tx, id, purged)
  appendEvent(tx, {
    type: 'rows.purged',
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: { rowIds: purged },
  })
  return { purged }
}

const pathsOf = (ids: readonly string[]) =>
  ids.map((id, index) => ({ id, path: `body.ids[${index}]` }))

/** Does not name a column that the caller cannot see. */
export function valueTaken(
  view: DefinitionView,
  taken: readonly TakenValue[],
  pathOf: (rowId: string) => string,
): Refusal {
  return refusalWith(
    'value_taken',
    taken.map((value) => issueAt(pathOf(value.rowId), whyTaken(view, value))),
  )
}

function whyTaken(view: DefinitionView, value: TakenValue) {
  if ('ownId' in value)
    return why('own_id_now_used', { sent: named(value.ownId), row: value.holder })
  const { column } = value
  return view.columns.includes(column)
    ? why('unique_now_used', { column: column.key })
    : why('hidden_unique_now_used', {})
}
