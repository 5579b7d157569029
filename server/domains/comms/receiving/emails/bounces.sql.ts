import type { Failed } from '../../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../../platform/database/tx.ts'

export interface Reported {
  id: number
  conversationId: number
  rowId: string | null
}

/** The email that we sent with the first of these Message-IDs that is known. Its delivery is locked. */
export async function lockReported(
  tx: Tx,
  messageIds: readonly string[],
): Promise<Reported | undefined> {
  const [found] = await tx.run<Reported>(
    `SELECT m.id, c.id AS "conversationId", c.row_id AS "rowId"
     FROM messages m
     JOIN message_deliveries d ON d.workspace_id = m.workspace_id AND d.message_id = m.id
     JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
     WHERE m.workspace_id = current_workspace() AND m.direction = 'outbound' AND m.medium = 'email'
       AND m.external_id = ANY ($1::text[])
     ORDER BY array_position($1::text[], m.external_id) LIMIT 1 FOR UPDATE OF d`,
    [messageIds],
  )
  return found
}

/** Of the emails that went out to these addresses within a week and of which nothing more is known, two. They are locked. */
export function lockLatelySent(
  tx: Tx,
  addresses: readonly string[],
  subject: string | null,
): Promise<Reported[]> {
  return tx.run(
    `SELECT m.id, c.id AS "conversationId", c.row_id AS "rowId"
     FROM conversations c
     JOIN messages m ON m.workspace_id = c.workspace_id AND m.conversation_id = c.id
     JOIN message_deliveries d ON d.workspace_id = m.workspace_id AND d.message_id = m.id
     WHERE c.workspace_id = current_workspace() AND c.medium = 'email' AND c.address = ANY ($1::text[])
       AND m.direction = 'outbound' AND m.medium = 'email' AND m.status = 'sent'
       AND d.settled_at > now() - interval '7 days' AND ($2::text IS NULL OR m.subject = $2)
     ORDER BY m.id LIMIT 2 FOR UPDATE OF d`,
    [addresses, subject],
  )
}

/** Raises a status. Returns false if it is already there or higher. */
export async function raiseReported(
  tx: Tx,
  messageId: number,
  outcome: 'undelivered' | 'delivered',
  why: Failed | null,
): Promise<boolean> {
  const raised = await tx.run(
    `WITH raised AS (
       UPDATE messages SET status = $2,
         delivered_at = CASE WHEN $2 = 'delivered' THEN (SELECT now()) ELSE delivered_at END
       WHERE workspace_id = current_workspace() AND id = $1
         AND array_position($4::text[], status) < array_position($4::text[], $2)
       RETURNING id)
     UPDATE message_deliveries SET error = $3::jsonb ->> 'error', why = $3::jsonb
     WHERE workspace_id = current_workspace() AND message_id IN (SELECT id FROM raised) RETURNING 1`,
    [
      messageId,
      outcome,
      why && JSON.stringify(why),
      ['queued', 'sending', 'sent', 'failed', 'undelivered', 'delivered', 'read'],
    ],
  )
  return raised.length > 0
}
