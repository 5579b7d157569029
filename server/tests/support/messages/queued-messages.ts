import type { Medium } from '../../../../contract/comms/messages.ts'
import type { asOwner } from '../postgres/postgres.ts'

type Sql = Parameters<Parameters<typeof asOwner>[1]>[0]

export const NUMBER = '+12015559999'

/** Queues texts of one thread directly in the database, and returns their ids. */
export const queueTexts = (sql: Sql, workspaceId: string, many: number): Promise<number[]> =>
  queueMessages(sql, workspaceId, many, 'text')

/** Like `queueTexts`, for either medium. */
export async function queueMessages(
  sql: Sql,
  workspaceId: string,
  many: number,
  medium: Medium,
): Promise<number[]> {
  const [{ first }] = await sql(
    `INSERT INTO integer_ids VALUES ($1, 'message', 1 + $2::integer)
     ON CONFLICT (workspace_id, kind) DO UPDATE SET next_id = integer_ids.next_id + $2::integer
     RETURNING next_id - $2::integer AS first`,
    [workspaceId, many],
  )
  const thread = medium === 'text' ? 1_000_000 : 1_000_001
  await sql(
    `INSERT INTO conversations (workspace_id, id, medium, address)
     VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [workspaceId, thread, medium, medium === 'text' ? NUMBER : 'client@funding.example'],
  )
  await sql(
    `WITH made AS (
       INSERT INTO messages (workspace_id, id, conversation_id, medium, direction, status, content,
         sender_type, external_id)
       SELECT $1, $2::integer + n, $4, $5, 'outbound', 'queued', 'Hello', 'system',
         CASE WHEN $5 = 'email' THEN '<' || $2::integer + n || '@desk.example>' END
       FROM generate_series(0, $3::integer - 1) AS n RETURNING id)
     INSERT INTO message_deliveries (workspace_id, message_id, next_attempt_at)
     SELECT $1, id, now() FROM made`,
    [workspaceId, first, many, thread, medium],
  )
  await announce(sql, workspaceId)
  return Array.from({ length: many }, (_, n) => first + n)
}

/** Makes the workers look at a workspace now. */
export async function announce(sql: Sql, workspaceId: string): Promise<void> {
  await sql(
    `INSERT INTO due_work (kind, workspace_id, due_at) VALUES ('messages', $1, now())
     ON CONFLICT (kind, workspace_id) DO UPDATE SET due_at = least(due_work.due_at, excluded.due_at)`,
    [workspaceId],
  )
  await sql("SELECT pg_notify('message_deliveries', '')")
}
