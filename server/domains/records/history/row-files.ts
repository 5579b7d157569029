import type { EventVerb } from '../../../../contract/events/events.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound, unknownReference } from '../../../platform/refusal.ts'
import { appendEvent } from '../../events/events.ts'
import type { Definition } from '../definitions/definition.rules.ts'
import { holdFile } from '../files/files.ts'
import { locateRow, type OfRow } from './located-row.ts'
import * as sql from './row-files.sql.ts'

/** @throws Refusal not_found, invalid_cursor. */
export async function listRowFiles(
  tx: Tx,
  address: OfRow,
  query: { limit?: number; cursor?: string },
) {
  const { rowId } = await locateRow(tx, address)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['uuid'])[0] : null
  const found = await sql.listRowFiles(tx, rowId, after, limit + 1)
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return { data: items.map(rowFileOut), nextCursor }
}

/** @throws Refusal not_found, unknown_reference (a file that the actor cannot read). */
export async function addRowFile(
  tx: Tx,
  actor: UserActor,
  address: OfRow,
  { fileId }: { fileId: string },
) {
  const { definition, rowId } = await locateRow(tx, address)
  const file = await holdFile(tx, actor, fileId)
  if (!file) throw unknownReference('fileId')
  const isNew = await sql.insertRowFile(tx, rowId, file.id, actorRef(actor))
  if (isNew) appendRowFileEvent(tx, actor, definition, 'added', rowId, file.id)
  return rowFileOut((await sql.findRowFile(tx, rowId, file.id))!)
}

/** @throws Refusal not_found. */
export async function removeRowFile(
  tx: Tx,
  actor: UserActor,
  address: OfRow & { fileId: string },
): Promise<void> {
  const { definition, rowId } = await locateRow(tx, address)
  const fileId = address.fileId.toLowerCase()
  if (!(await sql.deleteRowFile(tx, rowId, fileId))) throw notFound()
  appendRowFileEvent(tx, actor, definition, 'removed', rowId, fileId)
}

function appendRowFileEvent(
  tx: Tx,
  actor: UserActor,
  { kind, id }: Definition,
  verb: EventVerb<'row_file'>,
  rowId: string,
  fileId: string,
): void {
  appendEvent(tx, {
    type: `row_file.${verb}`,
    actor: actorRef(actor),
    subject: `${kind}:${id}`,
    data: { rowId, fileId },
  })
}

export const rowFileOut = (file: sql.RowFileRecord) => ({
  id: file.id,
  name: file.name,
  size: Number(file.size),
  type: file.type,
  addedAt: file.added_at.toISOString(),
  addedBy: file.added_by,
})
