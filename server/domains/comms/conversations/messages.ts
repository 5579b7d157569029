import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/cursor.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { expireFiles } from '../../records/files/files.ts'
import { likePattern } from '../../records/texts/row-texts.rules.ts'
import { refuseOptedOut } from '../sending/outgoing-message.ts'
import { appendMessageEvent, queueMessage } from '../sending/queueing.ts'
import { listAttachments as listFiles, removeAttachments } from '../threads/attachments.sql.ts'
import {
  type ConversationRow,
  findConversation,
  lockConversation,
  lowerUnread,
} from '../threads/conversations.sql.ts'
import { mayRetry, messageOut } from '../threads/messages.rules.ts'
import * as sql from '../threads/messages.sql.ts'

/** @throws Refusal not_found, invalid_cursor. */
export async function listMessages(
  tx: Tx,
  conversationId: number,
  query: { limit?: number; cursor?: string; sort?: 'id' | '-id'; search?: string },
) {
  if (!(await findConversation(tx, conversationId))) throw notFound()
  const limit = query.limit ?? DEFAULT_LIMIT
  const list = query.sort === '-id' ? sql.listMessagesBack : sql.listMessages
  const found = await list(tx, {
    conversationId,
    after: query.cursor ? decodeCursor(query.cursor, ['number'])[0] : null,
    pattern: query.search === undefined ? null : likePattern(query.search),
    limit: limit + 1,
  })
  const { items, nextCursor } = page(found, limit, ({ id }) => [id])
  return { data: items.map(messageOut), nextCursor }
}

/** @throws Refusal not_found. */
export async function getMessage(tx: Tx, id: number) {
  return messageOut(await find(tx, id))
}

/** @throws Refusal not_found, invalid_cursor. */
export async function listAttachments(
  tx: Tx,
  id: number,
  query: { limit?: number; cursor?: string },
) {
  await find(tx, id)
  const limit = query.limit ?? DEFAULT_LIMIT
  const after = query.cursor ? decodeCursor(query.cursor, ['number'])[0] : 0
  const found = await listFiles(tx, id, after, limit + 1)
  const { items, nextCursor } = page(found, limit, ({ position }) => [position])
  return { data: items.map(({ position: _, ...file }) => file), nextCursor }
}

/**
 * Deletes the content of a message for good, with its files. A pending message is cancelled.
 *
 * @throws Refusal not_found, also if it is deleted already.
 */
export async function removeMessage(tx: Tx, actor: UserActor, id: number): Promise<void> {
  const { message, conversation } = await lock(tx, id)
  if (message.deleted_at) throw notFound()
  if (message.state === 'pending') sql.cancelDelivery(tx, id)
  if (message.status === 'received') lowerUnread(tx, conversation.id)
  sql.eraseMessage(tx, id)
  if (message.subject !== null) sql.dropSubject(tx, conversation.id, message.subject)
  await expireFiles(tx, await removeAttachments(tx, id))
  if (message.state === 'pending')
    appendMessageEvent(tx, actorRef(actor), 'cancelled', id, conversation)
  appendMessageEvent(tx, actorRef(actor), 'deleted', id, conversation)
}

/** @throws Refusal not_found, not_cancelable. */
export async function cancelMessage(tx: Tx, actor: UserActor, id: number) {
  const { message, conversation } = await lock(tx, id)
  if (message.state !== 'pending') {
    throw new Refusal('not_cancelable', 'state', { state: message.state ?? 'inbound' })
  }
  sql.cancelDelivery(tx, id)
  appendMessageEvent(tx, actorRef(actor), 'cancelled', id, conversation)
  return getMessage(tx, id)
}

/**
 * Queues the content of a message again, as a new message.
 *
 * @throws Refusal not_found, not_retryable, recipient_opted_out.
 */
export async function retryMessage(tx: Tx, actor: UserActor, id: number) {
  const { message, conversation } = await lock(tx, id)
  if (!mayRetry(message)) {
    const status = message.deleted_at ? 'deleted' : message.status
    throw new Refusal('not_retryable', 'status', { status })
  }
  if (await sql.hasRetry(tx, id)) {
    throw new Refusal('not_retryable', 'retried')
  }
  await refuseOptedOut(tx, conversation)
  const files = await listFiles(tx, id, 0, MOST_ATTACHMENTS)
  const made = await queueMessage(tx, actor, conversation, {
    content: message.content,
    subject: message.subject,
    contentHtml: message.content_html,
    attachments: files.map((file) => file.id),
    templateId: message.template_id,
    channelId: message.channel_id ?? undefined,
    retryOf: id,
    toName: message.to_name,
    parentId: message.retry_of === null ? id : message.parent_id,
  })
  return messageOut(made)
}

const MOST_ATTACHMENTS = 1000

async function find(tx: Tx, id: number): Promise<sql.MessageRow> {
  const message = await sql.findMessage(tx, id)
  if (!message) throw notFound()
  return message
}

/** A message, with its conversation and its delivery locked, in the order in which all code takes these locks. */
async function lock(
  tx: Tx,
  id: number,
): Promise<{ message: sql.MessageRow; conversation: ConversationRow }> {
  const { conversation_id } = await find(tx, id)
  const conversation = await lockConversation(tx, conversation_id)
  sql.lockDelivery(tx, id)
  return { message: await find(tx, id), conversation: conversation! }
}
