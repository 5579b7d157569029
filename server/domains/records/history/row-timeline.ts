import type { DefinitionAddress } from '../../../../contract/language/addressed.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import { notFound } from '../../../platform/refusal.ts'
import { type DefinitionView, viewOf } from '../definitions/definition.rules.ts'
import { locateToRead } from '../definitions/locate.ts'
import { findRow, type RowRecord } from '../rows/rows.sql.ts'
import { commentOut } from './comments.ts'
import { listAdded } from './row-files.sql.ts'
import { rowFileOut } from './row-files.ts'
import { visibleSlots } from './row-history.rules.ts'
import { creationOf, entryOut } from './row-history.ts'
import * as sql from './row-timeline.sql.ts'

/** A row and its definition as the reader of its timeline sees it. */
export interface TimelineRow {
  row: RowRecord
  view: DefinitionView
}

/** @throws Refusal not_found. */
export async function findTimelineRow(
  tx: Tx,
  actor: Actor,
  address: DefinitionAddress & { rowId: string },
  trashed?: boolean,
): Promise<TimelineRow> {
  const { definition } = await locateToRead(tx, address)
  const row = await findRow(tx, definition.id, address.rowId, trashed)
  if (!row) throw notFound()
  return { row, view: viewOf(definition, actor) }
}

/** The row's creation, if it was before that moment. */
export async function creationBefore(tx: Tx, { row, view }: TimelineRow, before: Moment) {
  const atUs = await sql.creationTime(tx, row.id)
  const isBefore = atUs < before.atUs || (atUs === before.atUs && row.id < before.id)
  if (!isBefore) return []
  const change = entryOut(view, await creationOf(tx, view, row))
  return [{ id: row.id, atUs, at: change.at, actor: change.actor, change }]
}

/** The entries of its history before that moment, as in `listHistory`, newest first. */
export async function changesBefore(
  tx: Tx,
  { row, view }: TimelineRow,
  before: Moment,
  limit: number,
) {
  const found = await sql.listChanges(tx, row.id, visibleSlots(view), before, limit)
  return found.map(({ at_us, ...entry }) => {
    const change = entryOut(view, entry)
    return { id: entry.id, atUs: at_us, at: change.at, actor: change.actor, change }
  })
}

/** Its comments from before that moment, with their current text, newest first. */
export async function commentsBefore(tx: Tx, { row }: TimelineRow, before: Moment, limit: number) {
  const found = await sql.listComments(tx, row.id, before, limit)
  return found.map(({ at_us, ...record }) => {
    const comment = commentOut(record)
    return {
      id: comment.id,
      atUs: at_us,
      at: comment.createdAt,
      actor: comment.createdBy,
      comment,
    }
  })
}

/** The files that were added to it before that moment and that it still has, newest first. */
export async function filesBefore(tx: Tx, { row }: TimelineRow, before: Moment, limit: number) {
  const found = await listAdded(tx, row.id, before, limit)
  return found.map(({ at_us, ...record }) => {
    const file = rowFileOut(record)
    return { id: file.id, atUs: at_us, at: file.addedAt, actor: file.addedBy, file }
  })
}
