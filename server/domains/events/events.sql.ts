import type { Tx } from '../../platform/db.ts'

export interface EventRow {
  id: string
  type: string
  actor: string
  subject: string
  data: Record<string, unknown>
}

export function insertEvent(tx: Tx, { id, type, actor, subject, data }: EventRow): void {
  tx.queue(
    `INSERT INTO events (workspace_id, id, type, actor, subject, data)
     VALUES (current_workspace(), $1, $2, $3, $4, $5)`,
    [id, type, actor, subject, JSON.stringify(data)],
  )
}
