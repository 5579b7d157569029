import { randomUUID } from 'node:crypto'
import type { EventVerb } from '../../../../contract/events/events.ts'
import { segmentsOf } from '../../../../shared/segments.ts'
import { type Actor, actorRef, seatOf, tokenIdOf } from '../../../platform/actor.ts'
import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { appendEvents } from '../../events/events.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { getWorkspace } from '../../workspaces/workspace/workspaces.ts'
import { notBefore } from '../addresses/quiet-hours.rules.ts'
import { type ChosenChannel, chooseChannel } from '../channels/channels.sql.ts'
import { type ConversationRow, touchConversation } from '../threads/conversations.sql.ts'
import { LOCAL_DOMAIN, type ThreadHeaders, threadHeaders } from '../threads/email-threads.rules.ts'
import { findMessage, type MessageRow } from '../threads/messages.sql.ts'
import { announceDelivery } from './deliveries.ts'
import * as sql from './queueing.sql.ts'

/** A message to send. Everything that it refers to has been looked up. */
export interface OutgoingMessage {
  content: string
  subject?: string | null | undefined
  /** Already cleaned. */
  contentHtml?: string | null | undefined
  /** Ids of files that the transaction holds for it. */
  attachments?: readonly string[] | undefined
  /** The channel asked for. It is connected and has the medium. */
  channelId?: string | undefined
  /** The template that it was made from. Such a text respects the recipient's quiet hours. */
  templateId?: string | null | undefined
  parentId?: number | null | undefined
  retryOf?: number | undefined
  /** The Message-ID that it answers; the default is the last inbound one of the thread. */
  answers?: string | null | undefined
  /** The recipient's name; the default is the one that the thread knows. */
  toName?: string | null | undefined
  /** For messages that no person sends; the default is `automation`. */
  senderType?: 'automation' | 'system' | undefined
}

/**
 * Queues a message in a locked conversation. The message, its delivery, its event and its due work commit together. The
 * caller checks whether the address has opted out.
 */
export async function queueMessage(
  tx: Tx,
  actor: Actor,
  conversation: ConversationRow,
  outgoing: OutgoingMessage,
): Promise<MessageRow> {
  const { medium } = conversation
  const channel = await chooseChannel(
    tx,
    medium,
    outgoing.channelId ?? null,
    conversation.channel_id,
  )
  const subject = outgoing.subject ?? null
  const { inReplyTo, references } = await headersOf(tx, conversation, outgoing)
  const [sender, waitUntil] = [
    await senderOf(tx, actor, outgoing),
    await quietUntil(tx, conversation, outgoing),
  ]
  const [id, toName = null] = await Promise.all([
    takeIntegerId(tx, 'message'),
    outgoing.toName ?? (medium === 'email' ? sql.findKnownName(tx, conversation.id) : null),
  ])
  const waitMs = await sql.insertOutbound(tx, {
    id,
    conversationId: conversation.id,
    medium,
    subject,
    inReplyTo,
    references,
    ...sender,
    parentId: outgoing.parentId ?? null,
    retryOf: outgoing.retryOf ?? null,
    content: outgoing.content,
    contentHtml: outgoing.contentHtml ?? null,
    externalId: medium === 'email' ? newMessageId(channel) : null,
    channelId: channel?.id ?? null,
    templateId: outgoing.templateId ?? null,
    facts: medium === 'text' ? factsOf(outgoing, channel) : null,
    notBefore: waitUntil,
    toName,
    tokenId: tokenIdOf(actor),
    attachments: outgoing.attachments ?? [],
  })
  touchConversation(tx, conversation.id, channel?.id ?? null, subject)
  appendMessageEvent(tx, actorRef(actor), 'queued', id, conversation)
  announceDelivery(tx, waitMs)
  return (await findMessage(tx, id))!
}

type OfConversation = Pick<ConversationRow, 'id' | 'row_id'>

/** Writes the event about a message, which has only ids. */
export const appendMessageEvent = (
  tx: Tx,
  actor: string,
  verb: EventVerb<'message'>,
  messageId: number,
  conversation: OfConversation,
): void => appendMessageEvents(tx, actor, verb, [messageId], conversation)

export function appendMessageEvents(
  tx: Tx,
  actor: string,
  verb: EventVerb<'message'>,
  messageIds: readonly number[],
  { id: conversationId, row_id: rowId }: OfConversation,
): void {
  if (messageIds.length === 0) return
  appendEvents(
    tx,
    messageIds.map((messageId) => ({
      type: `message.${verb}` as const,
      actor,
      subject: `message:${messageId}`,
      data: { conversationId, messageId, ...(rowId && { rowId }) },
    })),
  )
}

async function headersOf(
  tx: Tx,
  { id, medium }: ConversationRow,
  outgoing: OutgoingMessage,
): Promise<ThreadHeaders | { inReplyTo: null; references: null }> {
  if (medium === 'text') return { inReplyTo: null, references: null }
  return threadHeaders(await sql.listThread(tx, id), outgoing.answers)
}

async function senderOf(tx: Tx, actor: Actor, { senderType = 'automation' }: OutgoingMessage) {
  const seat = seatOf(actor)
  if (!seat) return { senderId: null, senderName: null, senderType }
  const { crmUserId: senderId } = seat
  const person = (await listPeople(tx)).find(({ crmUserId }) => crmUserId === senderId)
  return { senderId, senderName: person?.name ?? null, senderType: 'user' as const }
}

async function quietUntil(
  tx: Tx,
  { medium, address }: ConversationRow,
  { templateId }: OutgoingMessage,
): Promise<Date | null> {
  if (!templateId || medium !== 'text') return null
  const [{ timeZone }, now] = [await getWorkspace(tx), await sql.readNow(tx)]
  return notBefore(address, now, timeZone)
}

const factsOf = (outgoing: OutgoingMessage, channel: ChosenChannel | undefined) => ({
  error_code: null,
  error_message: null,
  media_count: outgoing.attachments?.length ?? 0,
  provider: channel?.provider ?? 'local',
  segment_count: segmentsOf(outgoing.content).count,
})

/** A Message-ID with the sender's domain. For the local outbox, which sends nothing, it is a domain that cannot exist. */
function newMessageId(channel: ChosenChannel | undefined): string {
  const from = channel?.provider === 'local' ? undefined : channel?.from_address
  return `<${randomUUID()}@${from?.slice(from.lastIndexOf('@') + 1) ?? LOCAL_DOMAIN}>`
}
