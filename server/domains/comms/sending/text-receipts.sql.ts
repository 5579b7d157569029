import type { DeliveryState, MessageStatus } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/** The outbound text with this provider's id, or else the one with this message id, if it has no provider's id yet. */
export async function findText(
  tx: Tx,
  externalId: string,
  messageId: number | null,
): Promise<number | undefined> {
  const [found] = await tx.run<{ id: number }>(
    `SELECT id FROM messages
     WHERE workspace_id = current_workspace() AND direction = 'outbound' AND medium = 'text'
       AND call IS NULL AND (external_id = $1 OR id = $2::bigint AND external_id IS NULL)
     ORDER BY external_id NULLS LAST LIMIT 1`,
    [externalId, messageId],
  )
  return found?.id
}

/** The provider's ids that other outbound messages have, of those given. */
export async function findKnown(
  tx: Tx,
  externalIds: readonly string[],
  messageId: number,
): Promise<string[]> {
  const known = await tx.run<{ externalId: string }>(
    `SELECT external_id AS "externalId" FROM messages
     WHERE workspace_id = current_workspace() AND direction = 'outbound'
       AND external_id = ANY ($1::text[]) AND id <> $2`,
    [externalIds, messageId],
  )
  return known.map(({ externalId }) => externalId)
}

export interface LockedText {
  id: number
  conversationId: number
  rowId: string | null
  externalId: string | null
  status: MessageStatus
  errorCode: string | null
  errorMessage: string | null
  isDelivered: boolean
  isRead: boolean
  state: DeliveryState | null
  attempts: number | null
}

/** Locks a text. Lock its delivery first, which is the order in which settling locks both. */
export async function lockText(tx: Tx, id: number): Promise<LockedText | undefined> {
  const [found] = await tx.run<LockedText>(
    `SELECT m.id, m.conversation_id AS "conversationId", c.row_id AS "rowId",
       m.external_id AS "externalId", m.status, m.text_facts ->> 'error_code' AS "errorCode",
       m.text_facts ->> 'error_message' AS "errorMessage", m.delivered_at IS NOT NULL AS "isDelivered",
       m.read_at IS NOT NULL AS "isRead", d.state, d.attempts
     FROM messages m
     JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
     LEFT JOIN message_deliveries d ON d.workspace_id = m.workspace_id AND d.message_id = m.id
     WHERE m.workspace_id = current_workspace() AND m.id = $1 FOR NO KEY UPDATE OF m`,
    [id],
  )
  return found
}

export interface ReceiptedText {
  id: number
  externalId: string
  status: MessageStatus
  errorCode: string | null
  errorMessage: string | null
  isDelivered: boolean
  isRead: boolean
  /** Whether to settle its delivery, because the provider has the text. */
  isSettled: boolean
}

export function updateText(tx: Tx, text: ReceiptedText): void {
  tx.queue(
    `WITH settled AS (
       UPDATE message_deliveries SET state = 'sent', next_attempt_at = NULL, error = NULL, why = NULL,
         settled_at = coalesce(settled_at, (SELECT clock_timestamp()))
       WHERE $8 AND workspace_id = current_workspace() AND message_id = $1
         AND state IN ('uncertain', 'pending'))
     UPDATE messages SET external_id = coalesce(external_id, $2), status = $3,
       text_facts = coalesce(text_facts, '{}')
         || jsonb_build_object('error_code', $4::text, 'error_message', $5::text),
       delivered_at = CASE WHEN $6 THEN coalesce(delivered_at, (SELECT now())) END,
       read_at = CASE WHEN $7 THEN coalesce(read_at, (SELECT now())) END
     WHERE workspace_id = current_workspace() AND id = $1`,
    [
      text.id,
      text.externalId,
      text.status,
      text.errorCode,
      text.errorMessage,
      text.isDelivered,
      text.isRead,
      text.isSettled,
    ],
  )
}
