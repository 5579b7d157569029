import type { Action } from '../../../../shared/obligation-states.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/refusal.ts'
import { appendEvents } from '../../events/events.ts'
import { findObligation, type ObligationRow } from '../obligation/obligations.sql.ts'
import type { FieldChange } from './obligation-changes.rules.ts'
import * as sql from './obligation-history.sql.ts'

/** The acts on one obligation. */
export interface HistoryEntry {
  row: Pick<ObligationRow, 'id' | 'dealRowId'>
  action: Action
  reason?: string | undefined
  changes?: FieldChange[]
  successorId?: number | undefined
}

/** Writes what was done to locked obligations into their histories, and an event for each, which has only ids. */
export function record(tx: Tx, actor: Actor, entries: readonly HistoryEntry[]): void {
  const by = actorRef(actor)
  sql.insertEntries(
    tx,
    entries.map(({ row, action, reason, changes, successorId }) => ({
      obligationId: row.id,
      id: newId(),
      actor: by,
      action,
      reason: reason ?? null,
      changes: changes ?? [],
      successorId: successorId ?? null,
    })),
  )
  appendEvents(
    tx,
    entries.map(({ row: { id, dealRowId }, action }) => ({
      type: `obligation.${action}`,
      actor: by,
      subject: `obligation:${id}`,
      data: { obligationId: id, ...(dealRowId !== null && { dealRowId }) },
    })),
  )
}

/** @throws Refusal not_found, invalid_cursor. */
export async function listHistory(tx: Tx, id: number, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? DEFAULT_LIMIT
  const place = query.cursor ? decodeCursor(query.cursor, ['number', 'uuid']) : null
  if (!(await findObligation(tx, id))) throw notFound()
  const after = place && { atUs: place[0], id: place[1] }
  const found = await sql.listEntries(tx, id, after, limit + 1)
  const { items, nextCursor } = page(found, limit, (entry) => [entry.atUs, entry.id])
  return {
    data: items.map(({ atUs: _, at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    nextCursor,
  }
}
