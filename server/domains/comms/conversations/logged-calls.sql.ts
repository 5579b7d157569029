import type { senderTypes } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { CallFacts } from '../threads/messages.sql.ts'

export interface LoggedCall {
  id: number
  conversationId: number
  direction: 'inbound' | 'outbound'
  status: 'sent' | 'read'
  content: string
  senderType: (typeof senderTypes)[number]
  senderId: number | null
  senderName: string | null
  call: CallFacts
  occurredAt: string
  /** The token that it was logged with. */
  tokenId: string | null
}

/** It has no delivery, because there is nothing to send. */
export function insertLoggedCall(tx: Tx, m: LoggedCall): void {
  tx.queue(
    `INSERT INTO messages (workspace_id, id, conversation_id, medium, direction, status, content,
       sender_type, sender_id, sender_name, call, text_facts, occurred_at, read_at, token_id)
     VALUES (current_workspace(), $1, $2, 'text', $3, $4, $5, $6, $7, $8, $9,
       jsonb_build_object('provider', $9::jsonb -> 'provider'), $10,
       CASE WHEN $4 = 'read' THEN now() END, $11)`,
    [
      m.id,
      m.conversationId,
      m.direction,
      m.status,
      m.content,
      m.senderType,
      m.senderId,
      m.senderName,
      JSON.stringify(m.call),
      m.occurredAt,
      m.tokenId,
    ],
  )
}
