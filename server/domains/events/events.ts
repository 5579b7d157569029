import { type Actor, actorRef } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { EventType } from './event-types.ts'
import { insertEvents } from './events.sql.ts'

export interface NewEvent {
  type: EventType
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

/** Of what people call by a name, which may be gone by the time that somebody reads of it. */
export function appendNamedEvent(
  tx: Tx,
  actor: Actor,
  type: EventType,
  { id, name }: { id: string; name: string },
): void {
  const [noun] = type.split('.')
  appendEvent(tx, { type, actor: actorRef(actor), subject: `${noun}:${id}`, data: { name } })
}

export function appendEvents(tx: Tx, events: readonly NewEvent[]): void {
  insertEvents(
    tx,
    events.map((event) => ({ data: {}, ...event, id: newId() })),
  )
}
