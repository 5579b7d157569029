import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { insertEvents } from './events.sql.ts'

export interface NewEvent {
  /** `<noun>.<what happened>`, as `seat.invited`. */
  type: string
  /** Who did it, as `actorRef` writes it. */
  actor: string
  /** `<noun>:<id>` of what changed. */
  subject: string
  /** What to know besides; never a secret. */
  data?: Record<string, unknown>
}

/** Tells that something happened in this workspace; it commits with the transaction, or not at all. */
export function appendEvent(tx: Tx, event: NewEvent): void {
  appendEvents(tx, [event])
}

export function appendEvents(tx: Tx, events: readonly NewEvent[]): void {
  insertEvents(
    tx,
    events.map((event) => ({ data: {}, ...event, id: newId() })),
  )
}
