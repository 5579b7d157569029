import type { Tx } from '../../platform/database/tx.ts'

/** An event as it is stored: with ids, without cells. */
export interface StoredEvent {
  xid: number
  id: string
  type: string
  at: Date
  actor: string
  subject: string
  data: Record<string, unknown>
}

const EVENT = 'xid::text::bigint AS xid, id, type, at, actor, subject, data'

/**
 * The oldest transaction that still runs: everything below it is there for good. It is read before the events, and not with them,
 * because the server that has them need not be the one that numbers them.
 */
export async function findHorizon(tx: Tx): Promise<string> {
  const [row] = await tx.run<{ horizon: string }>('SELECT event_horizon()::text AS horizon')
  return row!.horizon
}

/** The next events after a place, oldest first, below the horizon, so that none can appear later before those already read. */
export function listEventsAfter(
  tx: Tx,
  after: { xid: number; id: string },
  horizon: string,
  limit: number,
): Promise<StoredEvent[]> {
  return tx.run<StoredEvent>(
    `SELECT ${EVENT} FROM events
     WHERE workspace_id = current_workspace() AND (xid, id) > ($1::text::xid8, $2::uuid)
       AND xid < $3::text::xid8
     ORDER BY events.xid, events.id LIMIT $4`,
    [String(after.xid), after.id, horizon, limit],
  )
}

/** The last events before a place, newest first, from among those that `listEventsAfter` could read. */
export function listEventsBefore(
  tx: Tx,
  before: { xid: number; id: string },
  horizon: string,
  limit: number,
): Promise<StoredEvent[]> {
  return tx.run<StoredEvent>(
    `SELECT ${EVENT} FROM events
     WHERE workspace_id = current_workspace() AND (xid, id) < ($1::text::xid8, $2::uuid)
       AND xid < $3::text::xid8
     ORDER BY events.xid DESC, events.id DESC LIMIT $4`,
    [String(before.xid), before.id, horizon, limit],
  )
}

export async function findEvent(
  tx: Tx,
  at: { xid: number; id: string },
): Promise<StoredEvent | undefined> {
  const [row] = await tx.run<StoredEvent>(
    `SELECT ${EVENT} FROM events
     WHERE workspace_id = current_workspace() AND xid = $1::text::xid8 AND id = $2`,
    [String(at.xid), at.id],
  )
  return row
}

/** The place after every event that can be read now. All later events come after it. */
export async function findEnd(tx: Tx): Promise<{ xid: number; id: string }> {
  const [row] = await tx.run<{ xid: number }>('SELECT event_horizon()::text::bigint - 1 AS xid')
  return { xid: row!.xid, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
}
