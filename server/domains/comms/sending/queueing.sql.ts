import type { Medium } from '../../../../contract/comms/messages.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Mail } from '../threads/email-threads.rules.ts'
import type { TextFacts } from '../threads/messages.sql.ts'

/** The emails that an answer's headers need, oldest first: the first, the last hundred and the last inbound one. */
export function listThread(tx: Tx, conversationId: number): Promise<Mail[]> {
  return tx.run(
    `WITH mails AS (
       SELECT id, external_id, direction FROM messages
       WHERE workspace_id = current_workspace() AND conversation_id = $1 AND external_id IS NOT NULL
         AND status NOT IN ('canceled', 'failed'))
     SELECT external_id AS "externalId", direction FROM (
       (SELECT * FROM mails ORDER BY id LIMIT 1)
       UNION (SELECT * FROM mails ORDER BY id DESC LIMIT 100)
       UNION (SELECT * FROM mails WHERE direction = 'inbound' ORDER BY id DESC LIMIT 1)) AS threading
     ORDER BY id`,
    [conversationId],
  )
}

export interface NewOutbound {
  id: number
  conversationId: number
  parentId: number | null
  retryOf: number | null
  medium: Medium
  subject: string | null
  content: string
  contentHtml: string | null
  externalId: string | null
  inReplyTo: string | null
  references: readonly string[] | null
  senderId: number | null
  senderName: string | null
  senderType: 'user' | 'automation' | 'system'
  channelId: string | null
  templateId: string | null
  facts: TextFacts | null
  notBefore: Date | null
  toName: string | null
  /** The token that a person's message is sent with. */
  tokenId: string | null
  attachments: readonly string[]
}

/**
 * What the last emails of the thread call the contact. The name of another sender has that sender's address in it, and after
 * the contact's own name there may be the address that the email was sent by.
 */
export async function findKnownName(tx: Tx, conversationId: number): Promise<string | undefined> {
  const [known] = await tx.run<{ name: string }>(
    `SELECT name FROM (
       SELECT id, CASE WHEN direction = 'inbound' THEN split_part(sender_name, ', sent by ', 1)
         ELSE to_name END AS name FROM messages
       WHERE workspace_id = current_workspace() AND conversation_id = $1 ORDER BY id DESC LIMIT 20) AS latest
     WHERE name IS NOT NULL AND name NOT LIKE '%@%' ORDER BY id DESC LIMIT 1`,
    [conversationId],
  )
  return known?.name
}

/**
 * Inserts a message, its attachments and its delivery. Returns in how many milliseconds it is due. It reads no other rows:
 * all of its times are then of one server.
 */
export async function insertOutbound(tx: Tx, m: NewOutbound): Promise<number> {
  const [made] = await tx.run<{ wait_ms: number }>(
    `WITH message AS (
       INSERT INTO messages (workspace_id, id, conversation_id, parent_id, retry_of, medium, direction,
         status, subject, content, content_html, external_id, in_reply_to, reference_ids, sender_id,
         sender_name, sender_type, channel_id, template_id, text_facts, to_name, token_id)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, 'outbound', 'queued', $6, $7, $8, $9, $10, $11,
         $12, $13, $14, $15, $16, $17, $20, $21)),
     attached AS (
       INSERT INTO message_attachments (workspace_id, message_id, position, file_id)
       SELECT current_workspace(), $1, position, file_id
       FROM unnest($18::uuid[]) WITH ORDINALITY AS a (file_id, position) RETURNING 1),
     queued AS (
       INSERT INTO message_deliveries (workspace_id, message_id, next_attempt_at)
       VALUES (current_workspace(), $1, greatest(now(), $19::timestamptz)) RETURNING next_attempt_at)
     SELECT (extract(epoch FROM next_attempt_at - now()) * 1000)::bigint AS wait_ms FROM queued`,
    [
      m.id,
      m.conversationId,
      m.parentId,
      m.retryOf,
      m.medium,
      m.subject,
      m.content,
      m.contentHtml,
      m.externalId,
      m.inReplyTo,
      m.references,
      m.senderId,
      m.senderName,
      m.senderType,
      m.channelId,
      m.templateId,
      m.facts,
      m.attachments,
      m.notBefore,
      m.toName,
      m.tokenId,
    ],
  )
  return made!.wait_ms
}

/** The database's time. */
export async function readNow(tx: Tx): Promise<Date> {
  const [row] = await tx.run<{ now: Date }>('SELECT now() AS now')
  return row!.now
}
