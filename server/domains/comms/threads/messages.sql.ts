import type {
  callResults,
  DeliveryState,
  Medium,
  MessageStatus,
  senderTypes,
} from '../../../../contract/comms/messages.ts'
import type { Failed } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/** A text's facts as they are stored and answered, with the API's names. */
export interface TextFacts {
  error_code: string | null
  error_message: string | null
  media_count: number
  provider: string
  segment_count: number
  /** The reason and the values of `error_message`. */
  why?: Failed | null
}

/** A call's facts, likewise. */
export interface CallFacts {
  ai_summary: string | null
  answered_at: string | null
  duration_seconds: number | null
  ended_at: string | null
  provider: string
  recording_count: number
  recording_url: string | null
  result: (typeof callResults)[number] | null
  started_at: string | null
  transcript: string | null
}

export interface MessageRow {
  id: number
  conversation_id: number
  parent_id: number | null
  retry_of: number | null
  medium: Medium
  direction: 'inbound' | 'outbound'
  status: MessageStatus
  subject: string | null
  content: string
  content_html: string | null
  external_id: string | null
  sender_id: number | null
  sender_name: string | null
  to_name: string | null
  sender_type: (typeof senderTypes)[number]
  channel_id: string | null
  template_id: string | null
  text_facts: Partial<TextFacts> | null
  call: CallFacts | null
  occurred_at: Date
  recorded_at: Date
  delivered_at: Date | null
  read_at: Date | null
  deleted_at: Date | null
  /** The state of the delivery; null for inbound messages. */
  state: DeliveryState | null
  attempts: number | null
  claimed_at: Date | null
  claimed_by: string | null
  error: string | null
  why: Failed | null
  next_attempt_at: Date | null
  settled_at: Date | null
}

export const MESSAGE = `m.id, m.conversation_id, m.parent_id, m.retry_of, m.medium, m.direction, m.status,
  m.subject, m.content, m.content_html, m.external_id, m.sender_id, m.sender_name, m.to_name, m.sender_type,
  m.channel_id, m.template_id, m.text_facts, m.call, m.occurred_at, m.recorded_at, m.delivered_at, m.read_at,
  m.deleted_at, d.state, d.attempts, d.claimed_at, d.claimed_by, d.error, d.why, d.next_attempt_at, d.settled_at`
export const MESSAGES = `messages m
  LEFT JOIN message_deliveries d ON d.workspace_id = m.workspace_id AND d.message_id = m.id`

export async function findMessage(tx: Tx, id: number): Promise<MessageRow | undefined> {
  const [found] = await tx.run<MessageRow>(
    `SELECT ${MESSAGE} FROM ${MESSAGES} WHERE m.workspace_id = current_workspace() AND m.id = $1`,
    [id],
  )
  return found
}

export interface MessagesQuery {
  conversationId: number
  /** The last id of the page before. */
  after: number | null
  pattern: string | null
  limit: number
}

// Deleted messages are listed. The release before only hid their words, and may be at work during an upgrade.
const LISTED = `SELECT ${MESSAGE} FROM ${MESSAGES}
  WHERE m.workspace_id = current_workspace() AND m.conversation_id = $1
    AND ($3::text IS NULL OR m.deleted_at IS NULL AND (m.content ILIKE $3 OR m.subject ILIKE $3))`

/** In the order of ids, which is the order in which they were made. */
export function listMessages(tx: Tx, query: MessagesQuery): Promise<MessageRow[]> {
  return tx.run(`${LISTED} AND ($2::bigint IS NULL OR m.id > $2) ORDER BY m.id LIMIT $4`, [
    query.conversationId,
    query.after,
    query.pattern,
    query.limit,
  ])
}

export function listMessagesBack(tx: Tx, query: MessagesQuery): Promise<MessageRow[]> {
  return tx.run(`${LISTED} AND ($2::bigint IS NULL OR m.id < $2) ORDER BY m.id DESC LIMIT $4`, [
    query.conversationId,
    query.after,
    query.pattern,
    query.limit,
  ])
}

/** Locks a message's delivery until the transaction ends, so that no worker claims it in the meantime. */
export function lockDelivery(tx: Tx, messageId: number): void {
  tx.queue(
    `SELECT FROM message_deliveries WHERE workspace_id = current_workspace() AND message_id = $1 FOR UPDATE`,
    [messageId],
  )
}

/** Cancels a pending delivery, which must be locked. */
export function cancelDelivery(tx: Tx, messageId: number): void {
  tx.queue(
    `WITH cancelled AS (
       UPDATE message_deliveries SET state = 'cancelled', next_attempt_at = NULL, settled_at = now()
       WHERE workspace_id = current_workspace() AND message_id = $1 AND state = 'pending'
       RETURNING message_id)
     UPDATE messages SET status = 'canceled'
     WHERE workspace_id = current_workspace() AND id IN (SELECT message_id FROM cancelled)`,
    [messageId],
  )
}

/** What a call says that was deleted. */
export const NO_WORDS = '{"ai_summary": null, "recording_url": null, "transcript": null}'

/** Empties a message for good. Who sent it to whom, when, and whether it was delivered stays. */
export function eraseMessage(tx: Tx, messageId: number): void {
  tx.queue(
    `UPDATE messages SET deleted_at = now(), subject = NULL, content = '', content_html = NULL,
       call_recordings = NULL, media_urls = NULL,
       call = call || '${NO_WORDS}'
     WHERE workspace_id = current_workspace() AND id = $1`,
    [messageId],
  )
}

/** Takes the subject of an erased message off its thread, unless another message has it too. */
export function dropSubject(tx: Tx, conversationId: number, subject: string): void {
  tx.queue(
    `UPDATE conversations c SET subject = (SELECT m.subject FROM messages m
       WHERE m.workspace_id = current_workspace() AND m.conversation_id = $1 AND m.subject IS NOT NULL
       ORDER BY m.id LIMIT 1)
     WHERE c.workspace_id = current_workspace() AND c.id = $1 AND c.subject = $2
       AND NOT EXISTS (SELECT FROM messages m WHERE m.workspace_id = current_workspace()
         AND m.conversation_id = $1 AND m.subject = $2)`,
    [conversationId, subject],
  )
}

/** Whether a message has a retry that was neither cancelled nor deleted. */
export async function hasRetry(tx: Tx, messageId: number): Promise<boolean> {
  const found = await tx.run(
    `SELECT 1 FROM messages WHERE workspace_id = current_workspace() AND retry_of = $1
       AND status <> 'canceled' AND deleted_at IS NULL LIMIT 1`,
    [messageId],
  )
  return found.length > 0
}

/** Marks unread inbound messages as read. Returns their ids. */
export async function markRead(tx: Tx, conversationId: number): Promise<number[]> {
  const read = await tx.run<{ id: number }>(
    `WITH none AS (
       UPDATE conversations SET unread_count = 0, updated_at = now()
       WHERE workspace_id = current_workspace() AND id = $1 AND unread_count > 0)
     UPDATE messages SET status = 'read', read_at = now()
     WHERE workspace_id = current_workspace() AND conversation_id = $1
       AND direction = 'inbound' AND status = 'received' AND deleted_at IS NULL RETURNING id`,
    [conversationId],
  )
  return read.map(({ id }) => id).sort((a, b) => a - b)
}
