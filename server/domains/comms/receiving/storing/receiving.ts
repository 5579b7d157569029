import type { Medium } from '../../../../../contract/comms/messages.ts'
import { takeIntegerId } from '../../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import { appendMessageEvent } from '../../sending/queueing.ts'
import {
  type ConversationRow,
  findConversation,
  lockConversation,
  raiseConversation,
  updateConversation,
} from '../../threads/conversations.sql.ts'
import { namedMails } from '../../threads/email-threads.rules.ts'
import {
  plain,
  type Sender,
  senderName,
  storedAddress,
  subjectLine,
} from '../../threads/lines.rules.ts'
import type { CallFacts, TextFacts } from '../../threads/messages.sql.ts'
import {
  appendConversationEvent,
  openThread,
  type Thread,
  threadWith,
} from '../../threads/threads.ts'
import * as sql from './receiving.sql.ts'
import { type Compared, isRepeat } from './repeats.rules.ts'

export { isSent } from './receiving.sql.ts'

/** A message that came in through a channel. */
export interface Received extends Sender {
  channelId: string | null
  medium: Medium
  subject?: string | null | undefined
  content: string
  /** Already cleaned. */
  contentHtml?: string | null | undefined
  /** The provider's id, or the Message-ID with its brackets. A message with a known id is not stored again. */
  externalId: string | null
  /** Of an email: what it is compared by with another that has its Message-ID, and the id that it gets if they differ. */
  own?: { id: string; fileHashes: readonly string[] } | undefined
  /** Message-IDs with their brackets; references oldest first, as in the header. */
  inReplyTo?: string | null | undefined
  references?: readonly string[] | undefined
  /** A future time counts as now. */
  occurredAt?: Date | undefined
  /** Ids of files that are stored already. */
  attachments?: readonly string[] | undefined
  call?: CallFacts | undefined
  /** Only for a text. */
  facts?: Partial<TextFacts> | undefined
  /** Whether a machine wrote it. */
  automatic?: boolean | undefined
  /** Still to be fetched from the provider. */
  mediaUrls?: readonly string[] | undefined
  /** The record that an email made: unless its headers name a thread, it opens one about the record. */
  about?: About | undefined
}

interface About {
  definitionId: string
  rowId: string
}

/** How events name the contact. */
const CONTACT = 'contact'

/**
 * Stores an inbound message in the thread that its headers name, or else in the thread with its sender, which it opens
 * if there is none. For a known message it changes nothing and returns the stored one.
 */
export async function receiveMessage(
  tx: Tx,
  received: Received,
): Promise<{ messageId: number; conversationId: number; repeated: boolean }> {
  const { known, externalId } = await recognise(tx, received)
  if (known) return { ...known, repeated: true }
  const subject = received.medium === 'email' ? subjectLine(received.subject) : null
  const { conversation, opened, parentId } = await threadOf(tx, received, subject)
  const id = await takeIntegerId(tx, 'message')
  const placed = { id, externalId, parentId, subject, conversation }
  while (!(await insert(tx, received, placed))) {
    // Another came with its id at once, and this one waited for it. It may be the same message.
    const now = await recognise(tx, received)
    if (now.known) return { ...now.known, repeated: true }
    placed.externalId = now.externalId
  }
  raiseConversation(tx, conversation.id, received.channelId, subject)
  appendMessageEvent(tx, CONTACT, 'received', id, conversation)
  if (!opened && conversation.status !== 'open') {
    appendConversationEvent(tx, CONTACT, 'updated', conversation)
  }
  return { messageId: id, conversationId: conversation.id, repeated: false }
}

/**
 * Finds out whether a message came before.
 *
 * @returns the same message, if it did, and the id that it is stored by: an email with the Message-ID of another has its
 *   own.
 */
export async function recognise(
  tx: Tx,
  received: Omit<Compared, 'fileHashes'> & Pick<Received, 'externalId' | 'own'>,
): Promise<{
  known: { messageId: number; conversationId: number } | undefined
  externalId: string | null
}> {
  const { externalId, own } = received
  if (externalId === null) return { known: undefined, externalId }
  const found = await sql.findReceived(tx, own ? [externalId, own.id] : [externalId])
  const same = found.find(
    (one) => !own || one.externalId === own.id || isRepeat(one, { ...received, ...own }),
  )
  const known = same && { messageId: same.messageId, conversationId: same.conversationId }
  const free = own && found.length > 0 ? own.id : externalId
  return { known, externalId: same?.externalId ?? free }
}

/** Whether an email answers one of a conversation that is about a record. */
export async function isAboutRecord(
  tx: Tx,
  received: Pick<Received, 'inReplyTo' | 'references'>,
): Promise<boolean> {
  const answered = await findAnswered(tx, received)
  const conversation = answered && (await findConversation(tx, answered.conversationId))
  return conversation !== undefined && conversation.row_id !== null
}

/** The email that an email's headers name as the one before it, if it is known here. */
async function findAnswered(
  tx: Tx,
  { inReplyTo, references }: Pick<Received, 'inReplyTo' | 'references'>,
): Promise<{ messageId: number; conversationId: number } | undefined> {
  const named = namedMails(inReplyTo, references)
  return named.length > 0 ? sql.findMail(tx, named) : undefined
}

/** Links a thread to a record, unless it is about one already. */
export async function linkThread(tx: Tx, conversationId: number, record: About): Promise<void> {
  const conversation = await lockConversation(tx, conversationId)
  if (conversation && conversation.row_id === null) await link(tx, conversation, record)
}

async function link(
  tx: Tx,
  { id }: Pick<ConversationRow, 'id'>,
  record: About,
): Promise<ConversationRow> {
  const linked = await updateConversation(tx, id, { record })
  appendConversationEvent(tx, CONTACT, 'updated', linked)
  return linked
}

async function threadOf(
  tx: Tx,
  received: Received,
  subject: string | null,
): Promise<Thread & { parentId: number | null }> {
  const { medium, about } = received
  const address = storedAddress(received.from)
  const mail = medium === 'email' ? await findAnswered(tx, received) : undefined
  const found = mail && (await lockConversation(tx, mail.conversationId))
  if (found) {
    const conversation = about && found.row_id === null ? await link(tx, found, about) : found
    return { conversation, opened: false, parentId: mail.messageId }
  }
  const wanted = { medium, address, subject, ...about }
  const opened = about && (await openThread(tx, CONTACT, wanted, true))
  return { ...(opened ?? (await threadWith(tx, CONTACT, wanted))), parentId: null }
}

interface Placed {
  id: number
  externalId: string | null
  parentId: number | null
  subject: string | null
  conversation: ConversationRow
}

const insert = (tx: Tx, received: Received, placed: Placed): Promise<boolean> =>
  sql.insertInbound(tx, {
    id: placed.id,
    conversationId: placed.conversation.id,
    parentId: placed.parentId,
    medium: received.medium,
    subject: placed.subject,
    content: plain(received.content),
    contentHtml: received.contentHtml ? plain(received.contentHtml) : null,
    externalId: placed.externalId,
    inReplyTo: received.inReplyTo ?? null,
    references: received.references ?? null,
    senderName: senderName(received, placed.conversation.address),
    senderType: received.automatic ? 'automation' : 'contact',
    channelId: received.channelId,
    facts: received.facts ?? null,
    call: received.call ?? null,
    mediaUrls: received.mediaUrls ?? null,
    occurredAt: received.occurredAt ?? null,
    attachments: received.attachments ?? [],
  })
