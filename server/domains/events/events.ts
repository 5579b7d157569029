import type { EventData, EventType } from '../../../contract/events/events.ts'
import { type Actor, actorRef } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { type EventRow, insertEvents } from './events.sql.ts'

/**
 * The stored data of events whose readers get more than that: rows, columns and definitions are looked up when somebody
 * reads the event.
 */
interface StoredData {
  'rows.created': Runs
  'rows.updated': { rowIds: readonly string[]; entryIds: readonly string[] }
  'rows.deleted': RowIds | Runs
  'rows.restored': RowIds | Runs
  'rows.purged': RowIds
  'column.created': NoData
  'column.updated': NoData
  'column.deleted': NoData
  'column.restored': NoData
  'column_policy.updated': NoData
  'column_policy.deleted': NoData
  'board.created': { key: string }
  'page.created': { key: string }
  'export.made': { format: 'csv' | 'xlsx'; dealId?: number; as?: string }
  'import.started': InDefinition
  'import.finished': InDefinition
  'import.recorded': InDefinition
  'import.undone': InDefinition
  'import.redone': InDefinition
}
interface RowIds {
  rowIds: readonly string[]
}
/** Rows by position: where each run starts and how many it has. */
interface Runs {
  runs: readonly (readonly [first: number, count: number])[]
}
interface InDefinition {
  definitionId: string
}
type NoData = Record<never, never>

/** The data that is stored for an event of this type. */
type Stored<T extends EventType> = T extends keyof StoredData
  ? StoredData[T]
  : Omit<EventData<T>, 'definition'>

/** An event of any type in the catalogue, contract/events/events.ts, with that type's data. */
export type NewEvent = { [T in EventType]: EventOf<T> }[EventType]

type EventOf<T extends EventType> = {
  type: T
  /** Who did it, as `actorRef` writes it. */
  actor: string
  /** `<noun>:<id>` of what changed. */
  subject: string
} & (NoData extends Stored<T> ? { data?: Stored<T> } : { data: Stored<T> })

/** Adds an event to the workspace's feed. It commits with the transaction, or not at all. */
export function appendEvent(tx: Tx, event: NewEvent): void {
  appendEvents(tx, [event])
}

/** Adds an event about something that was only read. While nobody can write, there is none. */
export const appendReadEvent = (
  db: Database,
  { workspaceId }: { workspaceId: string },
  event: NewEvent,
): Promise<void> =>
  db.askWorkspace({ workspaceId }, async (tx) => {
    if (tx.canWrite) appendEvent(tx, event)
  })

/** Adds an event with the name of its subject, which may be gone when somebody reads the event. */
export function appendNamedEvent(
  tx: Tx,
  actor: Actor,
  type: `${'channel' | 'team' | 'template'}.${string}` & EventType,
  { id, name }: { id: string; name: string },
): void {
  const [noun] = type.split('.')
  appendEvent(tx, { type, actor: actorRef(actor), subject: `${noun}:${id}`, data: { name } })
}

export function appendEvents(tx: Tx, events: readonly NewEvent[]): void {
  insertEvents(tx, events.map(stored))
}

const stored = (event: NewEvent): EventRow => ({ ...event, data: event.data ?? {}, id: newId() })
