import type { Medium } from '../../../../../contract/comms/messages.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import type { CallFacts, TextFacts } from '../../threads/messages.sql.ts'

/** A message that came in. */
export interface Known {
  messageId: number
  conversationId: number
  externalId: string
  subject: string | null
  content: string
  senderName: string | null
  /** The address of its conversation. */
  address: string
  occurredAt: Date
  /** Whether that is the time that its sender wrote, which has no part of a second, and not when it came. */
  isDated: boolean
  /** The SHA-256 of its files, in their order. */
  files: string[]
}

/** The inbound messages with these ids of a provider. */
export function findReceived(tx: Tx, externalIds: readonly string[]): Promise<Known[]> {
  return tx.run(
    `SELECT m.id AS "messageId", m.conversation_id AS "conversationId", m.external_id AS "externalId",
       m.subject, m.content, m.sender_name AS "senderName", c.address, m.occurred_at AS "occurredAt",
       m.occurred_at = date_trunc('second', m.occurred_at) AS "isDated",
       ARRAY(SELECT f.sha256 FROM message_attachments a
         JOIN files f ON f.workspace_id = a.workspace_id AND f.id = a.file_id
         WHERE a.workspace_id = current_workspace() AND a.message_id = m.id ORDER BY a.position) AS files
     FROM messages m
     JOIN conversations c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
     WHERE m.workspace_id = current_workspace() AND m.direction = 'inbound'
       AND m.external_id = ANY ($1::text[])`,
    [externalIds],
  )
}

/** Whether an email with this Message-ID was sent from here. */
export async function isSent(tx: Tx, externalId: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT id FROM messages
     WHERE workspace_id = current_workspace() AND direction = 'outbound' AND external_id = $1`,
    [externalId],
  )
  return found.length > 0
}

/** The email, incoming or outgoing, with the first of these Message-IDs that is known. */
export async function findMail(
  tx: Tx,
  messageIds: readonly string[],
): Promise<{ messageId: number; conversationId: number } | undefined> {
  const [found] = await tx.run<{ messageId: number; conversationId: number }>(
    `SELECT id AS "messageId", conversation_id AS "conversationId" FROM messages
     WHERE workspace_id = current_workspace() AND direction IN ('inbound', 'outbound')
       AND external_id = ANY ($1::text[]) AND medium = 'email'
     ORDER BY array_position($1::text[], external_id), id LIMIT 1`,
    [messageIds],
  )
  return found
}

export interface NewInbound {
  id: number
  conversationId: number
  parentId: number | null
  medium: Medium
  subject: string | null
  content: string
  contentHtml: string | null
  externalId: string | null
  inReplyTo: string | null
  references: readonly string[] | null
  senderName: string | null
  senderType: 'contact' | 'automation'
  channelId: string | null
  facts: Partial<TextFacts> | null
  call: CallFacts | null
  mediaUrls: readonly string[] | null
  occurredAt: Date | null
  attachments: readonly string[]
}

/** Inserts a message with its attachments. Returns false and inserts nothing if the provider's id is known. */
export async function insertInbound(tx: Tx, m: NewInbound): Promise<boolean> {
  const [made] = await tx.run<{ id: number }>(
    `WITH message AS (
       INSERT INTO messages (workspace_id, id, conversation_id, parent_id, medium, direction, status, subject,
         content, content_html, external_id, in_reply_to, reference_ids, sender_name, sender_type,
         channel_id, text_facts, call, media_urls, occurred_at)
       VALUES (current_workspace(), $1, $2, $3, $4, 'inbound', 'received', $5, $6, $7, $8, $9, $10, $11,
         $18, $12, $13, $14, $15, least(coalesce($16::timestamptz, now()), now()))
       ON CONFLICT (workspace_id, direction, external_id) WHERE external_id IS NOT NULL DO NOTHING
       RETURNING workspace_id, id),
     attached AS (
       INSERT INTO message_attachments (workspace_id, message_id, position, file_id)
       SELECT message.workspace_id, message.id, position, file_id
       FROM message, unnest($17::uuid[]) WITH ORDINALITY AS a (file_id, position) RETURNING 1)
     SELECT id FROM message`,
    [
      m.id,
      m.conversationId,
      m.parentId,
      m.medium,
      m.subject,
      m.content,
      m.contentHtml,
      m.externalId,
      m.inReplyTo,
      m.references,
      m.senderName,
      m.channelId,
      m.facts,
      m.call,
      m.mediaUrls,
      m.occurredAt,
      m.attachments,
      m.senderType,
    ],
  )
  return made !== undefined
}
