import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { CONVERSATION, type ConversationRow, STATUS } from '../threads/conversations.sql.ts'

export interface ConversationQuery {
  medium: Medium | null
  status: string | null
  /** A `crmUserId`. */
  assignedTo: number | null
  unassigned: boolean
  unread: boolean | null
  rowId: string | null
  addresses: readonly string[] | null
  /** A pattern for LIKE. */
  pattern: string | null
  /** One for numbers, if the search is written like a phone number. */
  phone: string | null
  /** The last conversation of the page before: its last activity in microseconds (null if none) and its id. */
  after: readonly [atUs: number | null, id: number] | null
  limit: number
}

/** Last active first. Conversations without a message come last. */
export function listConversations(
  tx: Tx,
  q: ConversationQuery,
): Promise<(ConversationRow & { at_us: number | null })[]> {
  return tx.run(
    `SELECT ${CONVERSATION}, (extract(epoch FROM c.last_message_at) * 1000000)::bigint AS at_us
     FROM conversations c
     WHERE c.workspace_id = current_workspace()
       AND ($1::text IS NULL OR c.medium = $1) AND ($2::text IS NULL OR ${STATUS} = $2)
       AND ($3::bigint IS NULL OR c.assigned_to = $3) AND (NOT $4::boolean OR c.assigned_to IS NULL)
       AND ($5::boolean IS NULL OR (c.unread_count > 0) = $5) AND ($6::uuid IS NULL OR c.row_id = $6)
       AND ($7::text[] IS NULL OR c.address = ANY ($7))
       AND ($8::text IS NULL OR c.address ILIKE $8 OR c.address LIKE $12 OR c.subject ILIKE $8 OR EXISTS (
         SELECT FROM messages m WHERE m.workspace_id = current_workspace() AND m.conversation_id = c.id
           AND m.deleted_at IS NULL AND (m.content ILIKE $8 OR m.subject ILIKE $8)))
       AND ($9::bigint IS NULL OR (greatest(c.last_message_at, '-infinity'::timestamptz), c.id) <
         (coalesce('epoch'::timestamptz + $10::bigint * interval '1 microsecond', '-infinity'), $9))
     ORDER BY greatest(c.last_message_at, '-infinity'::timestamptz) DESC, c.id DESC LIMIT $11`,
    [
      q.medium,
      q.status,
      q.assignedTo,
      q.unassigned,
      q.unread,
      q.rowId,
      q.addresses,
      q.pattern,
      q.after?.[1] ?? null,
      q.after?.[0] ?? null,
      q.limit,
      q.phone,
    ],
  )
}
