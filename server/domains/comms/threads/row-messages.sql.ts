import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import type { MessageRow } from './messages.sql.ts'

export interface RowMessage
  extends Pick<
    MessageRow,
    | 'id'
    | 'medium'
    | 'direction'
    | 'status'
    | 'subject'
    | 'external_id'
    | 'text_facts'
    | 'sender_id'
    | 'sender_name'
    | 'sender_type'
    | 'recorded_at'
  > {
  /** The token that a person's message was sent with. */
  token_id: string | null
  conversation_id: number
  /** As much of the content as an excerpt needs. */
  beginning: string
  is_call: boolean
  is_deleted: boolean
  at_us: number
}

/**
 * The messages of a row's conversations that were stored before a moment, newest first.
 *
 * @param beforeId the id of the message at that moment.
 */
export function listOfRow(
  tx: Tx,
  rowId: string,
  { atUs }: Pick<Moment, 'atUs'>,
  beforeId: number,
  limit: number,
): Promise<RowMessage[]> {
  return tx.run(
    `SELECT m.id, m.conversation_id, m.medium, m.direction, m.status, m.external_id,
       m.text_facts, m.sender_id, m.sender_name, m.token_id, m.sender_type, m.recorded_at, m.call IS NOT NULL AS is_call,
       CASE WHEN m.deleted_at IS NULL THEN m.subject END AS subject,
       CASE WHEN m.deleted_at IS NULL THEN left(m.content, 600) ELSE '' END AS beginning,
       m.deleted_at IS NOT NULL AS is_deleted,
       (extract(epoch FROM m.recorded_at) * 1000000)::bigint AS at_us
     FROM conversations c
     JOIN messages m ON m.workspace_id = c.workspace_id AND m.conversation_id = c.id
     WHERE c.workspace_id = current_workspace() AND c.row_id = $1
       AND (m.recorded_at, m.id::bigint)
         < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::bigint)
     ORDER BY m.recorded_at DESC, m.id DESC LIMIT $4`,
    [rowId, atUs, beforeId, limit],
  )
}
