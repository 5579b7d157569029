import type { Medium } from '../../../../contract/comms/messages.ts'
import type { OwnerQuery } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'

export interface ConversationRow {
  id: number
  medium: Medium
  address: string
  subject: string | null
  status: 'open' | 'snoozed' | 'closed'
  snoozed_until: Date | null
  assigned_to: number | null
  /** The channel that it last used. */
  channel_id: string | null
  definition_key: string | null
  row_id: string | null
  unread_count: number
  last_message_at: Date | null
  /** The last message that is not deleted. */
  last_message: {
    id: number
    direction: 'inbound' | 'outbound'
    sender_name: string | null
    /** As much of the content as an excerpt needs. */
    beginning: string
    is_call: boolean
  } | null
}

/** A thread snoozed until a past time is open. */
export const STATUS = `CASE WHEN c.status = 'snoozed' AND c.snoozed_until <= now() THEN 'open' ELSE c.status END`
export const CONVERSATION = `c.id, c.medium, c.address, c.subject, ${STATUS} AS status,
  CASE WHEN c.snoozed_until > now() THEN c.snoozed_until END AS snoozed_until,
  c.assigned_to, c.channel_id, c.row_id, c.unread_count, c.last_message_at,
  (SELECT d.key FROM definitions d WHERE d.workspace_id = current_workspace() AND d.id = c.definition_id
    AND c.row_id IS NOT NULL)
    AS definition_key,
  (SELECT json_build_object('id', m.id, 'direction', m.direction, 'sender_name', m.sender_name,
      'beginning', left(m.content, 600), 'is_call', m.call IS NOT NULL)
    FROM messages m WHERE m.workspace_id = current_workspace() AND m.conversation_id = c.id
      AND m.deleted_at IS NULL ORDER BY m.id DESC LIMIT 1)
    AS last_message`

export async function findConversation(tx: Tx, id: number): Promise<ConversationRow | undefined> {
  const [found] = await tx.run<ConversationRow>(
    `SELECT ${CONVERSATION} FROM conversations c WHERE c.workspace_id = current_workspace() AND c.id = $1`,
    [id],
  )
  return found
}

/** Locks a conversation until the transaction ends. Everything written about its messages takes this lock. */
export async function lockConversation(tx: Tx, id: number): Promise<ConversationRow | undefined> {
  const [found] = await tx.run<ConversationRow>(
    `SELECT ${CONVERSATION} FROM conversations c
     WHERE c.workspace_id = current_workspace() AND c.id = $1 FOR NO KEY UPDATE OF c`,
    [id],
  )
  return found
}

/**
 * Locks the thread of a number, or the last active thread with an email address that is not closed. The names that texts came
 * from were once in lower case.
 *
 * @param rowId the record that an email is about: its own threads come first, and those about other records do not count.
 */
export async function lockThreadWith(
  tx: Tx,
  medium: Medium,
  address: string,
  rowId: string | null,
): Promise<ConversationRow | undefined> {
  const [found] = await tx.run<ConversationRow>(
    `SELECT ${CONVERSATION} FROM conversations c
     WHERE c.workspace_id = current_workspace() AND c.medium = $1 AND c.address IN ($2, lower($2))
       AND (c.medium = 'text' OR c.status <> 'closed')
       AND ($3::uuid IS NULL OR c.medium = 'text' OR c.row_id IS NULL OR c.row_id = $3)
     ORDER BY (c.row_id = $3) DESC NULLS LAST,
       greatest(c.last_message_at, '-infinity'::timestamptz) DESC, c.id DESC LIMIT 1
     FOR NO KEY UPDATE OF c`,
    [medium, address, rowId],
  )
  return found
}

export interface NewConversation {
  medium: Medium
  address: string
  subject?: string | null | undefined
  assignedTo?: number | null | undefined
  definitionId?: string | null | undefined
  rowId?: string | null | undefined
}

export async function insertConversation(
  tx: Tx,
  id: number,
  made: NewConversation,
): Promise<ConversationRow> {
  const [row] = await tx.run<ConversationRow>(
    `WITH c AS (
       INSERT INTO conversations (workspace_id, id, medium, address, subject, assigned_to, definition_id, row_id)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7) RETURNING *)
     SELECT ${CONVERSATION} FROM c`,
    [
      id,
      made.medium,
      made.address,
      made.subject ?? null,
      made.assignedTo ?? null,
      made.definitionId ?? null,
      made.rowId ?? null,
    ],
  )
  return row!
}

export interface ConversationChange {
  status?: ConversationRow['status'] | undefined
  /** Goes with `status`. */
  snoozedUntil?: string | null | undefined
  assignedTo?: number | null | undefined
  subject?: string | undefined
  record?: { definitionId: string; rowId: string } | null | undefined
}

/** Members that are undefined stay as they are. */
export async function updateConversation(
  tx: Tx,
  id: number,
  change: ConversationChange,
): Promise<ConversationRow> {
  const { status, snoozedUntil, assignedTo, subject, record } = change
  const [row] = await tx.run<ConversationRow>(
    `WITH c AS (
       UPDATE conversations SET status = coalesce($2, status),
         snoozed_until = CASE WHEN $2::text IS NULL THEN snoozed_until ELSE $3::timestamptz END,
         assigned_to = CASE WHEN $4 THEN $5::integer ELSE assigned_to END,
         subject = coalesce($6, subject),
         definition_id = CASE WHEN $7 THEN $8::uuid ELSE definition_id END,
         row_id = CASE WHEN $7 THEN $9::uuid ELSE row_id END,
         updated_at = now()
       WHERE workspace_id = current_workspace() AND id = $1 RETURNING *)
     SELECT ${CONVERSATION} FROM c`,
    [
      id,
      status ?? null,
      snoozedUntil ?? null,
      assignedTo !== undefined,
      assignedTo ?? null,
      subject ?? null,
      record !== undefined,
      record?.definitionId ?? null,
      record?.rowId ?? null,
    ],
  )
  return row!
}

/** Updates a thread after an outgoing message: its channel, and its subject if it had none. */
export function touchConversation(
  tx: Tx,
  id: number,
  channelId: string | null,
  subject: string | null,
): void {
  tx.queue(
    `UPDATE conversations SET last_message_at = greatest(last_message_at, now()),
       channel_id = coalesce($2, channel_id), subject = coalesce(subject, $3), updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, channelId, subject],
  )
}

/** Updates a thread after an incoming message: it is open and has one more unread message. */
export function raiseConversation(
  tx: Tx,
  id: number,
  channelId: string | null,
  subject: string | null,
): void {
  tx.queue(
    `UPDATE conversations SET last_message_at = greatest(last_message_at, now()),
       channel_id = coalesce($2, channel_id), subject = coalesce(subject, $3),
       unread_count = unread_count + 1, status = 'open', snoozed_until = NULL, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, channelId, subject],
  )
}

export function lowerUnread(tx: Tx, id: number): void {
  tx.queue(
    `UPDATE conversations SET unread_count = greatest(unread_count - 1, 0), updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}

/** Clears references of conversations to rows that are being purged, as the owner of the tables. */
export async function clearRows(query: OwnerQuery, rowIds: readonly string[]): Promise<void> {
  await query(
    `UPDATE conversations SET row_id = NULL
     WHERE workspace_id = current_workspace() AND row_id = ANY ($1::uuid[])`,
    [rowIds],
  )
}
