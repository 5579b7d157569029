import type { Tx } from '../../../../platform/database/tx.ts'
import { type CallFacts, NO_WORDS } from '../../threads/messages.sql.ts'

export interface CallRow {
  id: number
  conversationId: number
  rowId: string | null
  call: CallFacts
  recordings: string[] | null
}

/** Locks the call with this provider's id, incoming or outgoing. */
export async function lockCall(tx: Tx, externalId: string): Promise<CallRow | undefined> {
  const [found] = await tx.run<CallRow>(
    `SELECT m.id, m.conversation_id AS "conversationId", c.row_id AS "rowId", m.call,
       m.call_recordings AS recordings
     FROM messages m
     JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
     WHERE m.workspace_id = current_workspace() AND m.direction IN ('inbound', 'outbound')
       AND m.external_id = $1 AND m.call IS NOT NULL FOR NO KEY UPDATE OF m`,
    [externalId],
  )
  return found
}

/** Inserts an outgoing call. It has no delivery, because there is nothing to send. False if the call is known. */
export async function insertCall(
  tx: Tx,
  made: { id: number; conversationId: number; externalId: string; channelId: string },
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO messages (workspace_id, id, conversation_id, medium, direction, status, content,
       external_id, sender_type, channel_id, call)
     VALUES (current_workspace(), $1, $2, 'text', 'outbound', 'sent', '', $3, 'automation', $4, '{}')
     ON CONFLICT (workspace_id, direction, external_id) WHERE external_id IS NOT NULL DO NOTHING
     RETURNING 1`,
    [made.id, made.conversationId, made.externalId, made.channelId],
  )
  return inserted.length > 0
}

export function updateCall(
  tx: Tx,
  id: number,
  call: CallFacts,
  recordings: readonly string[],
): void {
  tx.queue(
    `UPDATE messages SET text_facts = $4,
       call = CASE WHEN deleted_at IS NULL THEN $2::jsonb ELSE $2::jsonb || '${NO_WORDS}' END,
       call_recordings = CASE WHEN deleted_at IS NULL THEN $3::text[] END,
       occurred_at = least(occurred_at, ($2::jsonb ->> 'started_at')::timestamptz)
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, JSON.stringify(call), recordings, JSON.stringify({ provider: call.provider })],
  )
}
