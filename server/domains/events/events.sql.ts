import type { Query, Tx } from '../../platform/database/tx.ts'

export interface EventRow {
  id: string
  type: string
  actor: string
  subject: string
  data: object
}

/** One event goes as values, which are cheaper to plan and to send than a list. */
export function insertEvents(tx: Tx, events: readonly EventRow[]): void {
  tx.queue(...(events.length === 1 ? one(events[0]!) : many(events)))
}

const one = ({ id, type, actor, subject, data }: EventRow): Query => [
  `INSERT INTO events (workspace_id, id, type, actor, subject, data)
   VALUES (current_workspace(), $1, $2, $3, $4, $5)`,
  [id, type, actor, subject, JSON.stringify(data)],
]

const many = (events: readonly EventRow[]): Query => [
  `WITH written AS (
     INSERT INTO events (workspace_id, id, type, actor, subject, data)
     SELECT current_workspace(), e.id, e.type, e.actor, e.subject, e.data
     FROM jsonb_to_recordset($1::jsonb)
       AS e (id uuid, type text, actor text, subject text, data jsonb) RETURNING 1)
   SELECT FROM written LIMIT 0`,
  [JSON.stringify(events)],
]
