import type { ClientBase } from 'pg'
import type { DeliveryState, Medium } from '../../../../contract/comms/messages.ts'
import { failed } from '../../../../contract/refusals/reasons.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/** Longer than any attempt takes. */
const LASTS = "interval '120 seconds'"
const LEASE = `(SELECT clock_timestamp() + ${LASTS})`

/** Locks due messages that nobody else has locked, longest due first. Returns their ids. */
export async function lockDue(tx: Tx, most: number): Promise<number[]> {
  const due = await tx.run<{ id: number }>(
    `SELECT message_id AS id FROM message_deliveries
     WHERE workspace_id = current_workspace() AND state = 'pending' AND next_attempt_at <= now()
     ORDER BY next_attempt_at, message_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [most],
  )
  return due.map(({ id }) => id)
}

/** A due message that was claimed. */
export interface Taken {
  id: number
  state: Extract<DeliveryState, 'claimed' | 'failed' | 'cancelled'>
  fence: number
  attempts: number
  firstAttemptAt: Date
  /** When it was claimed. */
  now: Date
  /** Whether it is due now because it got this slot in its channel's pace. */
  hasSlot: boolean
  conversationId: number
  rowId: string | null
  medium: Medium
  address: string
  channelId: string | null
  /** The channel that its conversation last used. */
  lastChannelId: string | null
  templateId: string | null
  subject: string | null
  content: string
  contentHtml: string | null
  externalId: string | null
  inReplyTo: string | null
  references: string[] | null
  /** Whether no person wrote it. */
  isAutomatic: boolean
  senderName: string | null
  /** The recipient's name. */
  toName: string | null
}

/**
 * Claims locked messages for a worker. Deleted messages are cancelled instead, and messages to an address that opted
 * out fail.
 */
export function claim(tx: Tx, ids: readonly number[], worker: string): Promise<Taken[]> {
  return tx.run(
    `WITH due AS (
       SELECT m.*, c.address, c.row_id, c.channel_id AS last_channel_id,
         CASE WHEN m.deleted_at IS NOT NULL THEN 'cancelled'
           WHEN EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = current_workspace()
             AND o.medium = m.medium AND o.address = c.address AND o.opted_out) THEN 'failed'
           ELSE 'claimed' END AS state, clock.now, clock.now + ${LASTS} AS leased_until
       FROM messages m
       JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
       CROSS JOIN (SELECT clock_timestamp() AS now) clock
       WHERE m.workspace_id = current_workspace() AND m.id = ANY ($1::integer[])),
     slots AS (
       SELECT message_id, slot_at > now() - interval '1 minute' AS valid FROM message_deliveries
       WHERE workspace_id = current_workspace() AND message_id = ANY ($1::integer[])),
     taken AS (
       UPDATE message_deliveries d SET state = due.state, next_attempt_at = NULL, slot_at = NULL,
         fence = d.fence + 1, began_at = NULL,
         attempts = d.attempts + (due.state = 'claimed')::integer,
         first_attempt_at = CASE WHEN due.state = 'claimed'
           THEN coalesce(d.first_attempt_at, due.now) ELSE d.first_attempt_at END,
         claimed_at = CASE WHEN due.state = 'claimed' THEN due.now END,
         claimed_by = CASE WHEN due.state = 'claimed' THEN $2 END,
         leased_until = CASE WHEN due.state = 'claimed' THEN due.leased_until END,
         settled_at = CASE WHEN due.state <> 'claimed' THEN due.now END,
         error = CASE WHEN due.state = 'failed' THEN $3::jsonb ->> 'error' ELSE d.error END,
         why = CASE WHEN due.state = 'failed' THEN $3::jsonb ELSE d.why END
       FROM due
       WHERE d.workspace_id = current_workspace() AND d.message_id = due.id AND d.state = 'pending'
       RETURNING d.message_id, d.fence, d.attempts, d.first_attempt_at),
     changed AS (
       UPDATE messages m SET status = CASE WHEN due.state = 'claimed' THEN 'sending'
         WHEN due.state = 'failed' THEN 'failed' ELSE 'canceled' END
       FROM due JOIN taken ON taken.message_id = due.id
       WHERE m.workspace_id = current_workspace() AND m.id = due.id AND m.status IN ('queued', 'sending'))
     SELECT due.id, due.state, taken.fence, taken.attempts, taken.first_attempt_at AS "firstAttemptAt",
       due.now, slots.valid IS TRUE AS "hasSlot", due.conversation_id AS "conversationId",
       due.row_id AS "rowId", due.medium, due.address, due.channel_id AS "channelId",
       due.last_channel_id AS "lastChannelId", due.template_id AS "templateId", due.subject,
       due.content, due.content_html AS "contentHtml", due.external_id AS "externalId",
       due.in_reply_to AS "inReplyTo", due.reference_ids AS "references",
       due.sender_type <> 'user' AS "isAutomatic", due.sender_name AS "senderName",
       due.to_name AS "toName"
     FROM due JOIN taken ON taken.message_id = due.id JOIN slots ON slots.message_id = due.id
     ORDER BY array_position($1::integer[], due.id)`,
    [ids, worker, JSON.stringify(failed('opted_out', {}))],
  )
}

export interface AttachedFile {
  messageId: number
  id: string
  name: string
  type: string
  size: number
  key: string
}

export function listAttached(tx: Tx, messageIds: readonly number[]): Promise<AttachedFile[]> {
  return tx.run(
    `SELECT a.message_id AS "messageId", f.id, f.name, f.type, f.size, f.store_key AS key
     FROM message_attachments a JOIN files f ON f.workspace_id = a.workspace_id AND f.id = a.file_id
     WHERE a.workspace_id = current_workspace() AND a.message_id = ANY ($1::integer[])
     ORDER BY a.message_id, a.position`,
    [messageIds],
  )
}

/** Takes slots in a channel's pace. Returns the time of the first slot, and the database's time. */
export async function takeSlots(
  tx: Tx,
  channelId: string,
  many: number,
  eachMs: number,
): Promise<{ first: Date; now: Date } | undefined> {
  const [taken] = await tx.run<{ first: Date; now: Date }>(
    `WITH taken AS (
       UPDATE channels SET slots_until = (
         SELECT greatest(slots_until, (SELECT clock_timestamp())) + $2 * $3::float8 * interval '1 millisecond')
       WHERE workspace_id = current_workspace() AND id = $1 RETURNING slots_until)
     SELECT slots_until - $2 * $3::float8 * interval '1 millisecond' AS first, clock_timestamp() AS now FROM taken`,
    [channelId, many, eachMs],
  )
  return taken
}

/** A message that was claimed too early. */
export interface Early {
  id: number
  at: Date
  /** Whether that time is a slot in its channel's pace. */
  isSlot: boolean
}

/** Puts back messages that were claimed in this transaction. The attempt does not count. */
export function putBack(tx: Tx, messages: readonly Early[]): void {
  tx.queue(
    `WITH early AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS e (id integer, at timestamptz, "isSlot" boolean)),
     put AS (
       UPDATE message_deliveries d SET state = 'pending', next_attempt_at = early.at,
         slot_at = CASE WHEN early."isSlot" THEN early.at END, attempts = d.attempts - 1,
         first_attempt_at = CASE WHEN d.attempts > 1 THEN d.first_attempt_at END,
         claimed_at = NULL, claimed_by = NULL, leased_until = NULL
       FROM early
       WHERE d.workspace_id = current_workspace() AND d.message_id = early.id AND d.state = 'claimed'
       RETURNING d.message_id)
     UPDATE messages m SET status = 'queued' FROM put
     WHERE m.workspace_id = current_workspace() AND m.id = put.message_id AND m.status = 'sending'`,
    [JSON.stringify(messages)],
  )
}

/**
 * Stores that the provider could have the text from now on. Returns the time, or undefined if the claim is lost; the
 * text must then not be sent.
 */
export async function begin(tx: Tx, id: number, fence: number): Promise<Date | undefined> {
  const [begun] = await tx.run<{ at: Date }>(
    `UPDATE message_deliveries SET began_at = (SELECT clock_timestamp())
     WHERE workspace_id = current_workspace() AND message_id = $1 AND fence = $2 AND state = 'claimed'
       AND leased_until > (SELECT clock_timestamp()) RETURNING began_at AS at`,
    [id, fence],
  )
  return begun?.at
}

/** A claim whose lease has lapsed, locked. */
export interface Lapsed {
  id: number
  fence: number
  attempts: number
  firstAttemptAt: Date
  beganAt: Date | null
  medium: Medium
  now: Date
}

export function lockLapsed(tx: Tx, most: number): Promise<Lapsed[]> {
  return tx.run(
    `SELECT d.message_id AS id, d.fence, d.attempts, d.first_attempt_at AS "firstAttemptAt",
       d.began_at AS "beganAt", now() AS now,
       (SELECT m.medium FROM messages m
         WHERE m.workspace_id = current_workspace() AND m.id = d.message_id) AS medium
     FROM message_deliveries d
     WHERE d.workspace_id = current_workspace() AND d.state = 'claimed' AND d.leased_until < now()
     ORDER BY d.leased_until LIMIT $1 FOR UPDATE OF d SKIP LOCKED`,
    [most],
  )
}

/** Takes over texts whose submission began, to ask the provider about them. This is not a new attempt. */
export function takeOver(tx: Tx, ids: readonly number[], worker: string): Promise<Taken[]> {
  return tx.run(
    `WITH taken AS (
       UPDATE message_deliveries SET fence = fence + 1, claimed_by = $2, leased_until = ${LEASE}
       WHERE workspace_id = current_workspace() AND message_id = ANY ($1::integer[])
         AND state = 'claimed'
       RETURNING message_id, fence, attempts, first_attempt_at)
     SELECT m.id, 'claimed' AS state, taken.fence, taken.attempts,
       taken.first_attempt_at AS "firstAttemptAt", clock_timestamp() AS now, true AS "hasSlot",
       m.conversation_id AS "conversationId", c.row_id AS "rowId", m.medium, c.address,
       m.channel_id AS "channelId", c.channel_id AS "lastChannelId", m.template_id AS "templateId",
       m.subject, m.content, m.content_html AS "contentHtml", m.external_id AS "externalId",
       m.in_reply_to AS "inReplyTo", m.reference_ids AS "references",
       m.sender_type <> 'user' AS "isAutomatic", m.sender_name AS "senderName", m.to_name AS "toName"
     FROM taken
     JOIN messages m ON m.workspace_id = current_workspace() AND m.id = taken.message_id
     JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id`,
    [ids, worker],
  )
}

/**
 * Marks waiting texts as doubtful after a restore, because the old service may have sent them after the backup. They
 * count as begun by a worker that died: the provider is asked about each, and a text that it cannot tell about is not
 * sent again.
 */
export async function doubtTexts(client: ClientBase, since: Date): Promise<void> {
  await client.query(
    `WITH doubted AS (
       UPDATE message_deliveries d SET state = 'claimed', next_attempt_at = NULL, slot_at = NULL,
         fence = d.fence + 1, first_attempt_at = coalesce(d.first_attempt_at, $1), claimed_at = $1,
         claimed_by = 'restore', began_at = $1, leased_until = now()
       FROM messages m
       WHERE m.workspace_id = d.workspace_id AND m.id = d.message_id AND m.medium = 'text'
         AND (d.state = 'pending' OR d.state = 'claimed' AND d.began_at IS NULL)
       RETURNING d.workspace_id, d.message_id)
     UPDATE messages m SET status = 'sending' FROM doubted
     WHERE m.workspace_id = doubted.workspace_id AND m.id = doubted.message_id AND m.status = 'queued'`,
    [since],
  )
}
