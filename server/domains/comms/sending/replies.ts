import type { Medium } from '../../../../contract/comms/messages.ts'
import { actorRef, type UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound, unknownReference } from '../../../platform/refusal.ts'
import { namedAddressOf } from '../addresses/addresses.ts'
import { chooseChannel } from '../channels/channels.sql.ts'
import { lockConversation } from '../threads/conversations.sql.ts'
import { type MessageBody, refuseEmailOnly, refuseFaults } from '../threads/message-body.rules.ts'
import { messageOut } from '../threads/messages.rules.ts'
import { findMessage, type MessageRow } from '../threads/messages.sql.ts'
import { recordOf } from '../threads/records-of.ts'
import { threadWith } from '../threads/threads.ts'
import { readOutgoing, refuseOptedOut, refuseUnwritable, subjectIn } from './outgoing-message.ts'
import { queueMessage } from './queueing.ts'

/**
 * Queues an answer in a thread, by its medium.
 *
 * @throws Refusal invalid_request, not_found, email_only, unknown_reference, unknown_column, template_fields_missing,
 * recipient_opted_out, recipient_unwritable.
 */
export async function reply(
  tx: Tx,
  actor: UserActor,
  conversationId: number,
  body: MessageBody & { parent_message_id?: number },
) {
  refuseFaults(body, { links: false })
  const conversation = await lockConversation(tx, conversationId)
  if (!conversation) throw notFound()
  refuseEmailOnly(conversation.medium, body)
  refuseUnwritable(conversation)
  const parent = await parentOf(tx, conversationId, body.parent_message_id)
  const outgoing = await readOutgoing(tx, actor, conversation.medium, body)
  await refuseOptedOut(tx, conversation)
  return messageOut(
    await queueMessage(tx, actor, conversation, {
      ...outgoing,
      subject: subjectIn(conversation, outgoing.subject),
      parentId: parent?.id ?? null,
      answers: parent?.external_id,
    }),
  )
}

/**
 * Queues a message to an address, in its thread, which is opened if there is none.
 *
 * @throws Refusal like `reply`, except for not_found and recipient_unwritable.
 */
export async function send(
  tx: Tx,
  actor: UserActor,
  body: MessageBody & { medium: Medium; to: string; channel_id?: string },
) {
  const { medium } = body
  refuseFaults(body, { links: true })
  refuseEmailOnly(medium, body)
  const { address, name: toName } = await namedAddressOf(tx, medium, body.to, 'to')
  const channelId = await channelOf(tx, medium, body.channel_id)
  const record = await recordOf(tx, body)
  const outgoing = await readOutgoing(tx, actor, medium, body)
  await refuseOptedOut(tx, { medium, address })
  const { conversation } = await threadWith(tx, actorRef(actor), {
    medium,
    address,
    subject: outgoing.subject,
    ...record,
  })
  return messageOut(
    await queueMessage(tx, actor, conversation, {
      ...outgoing,
      subject: subjectIn(conversation, outgoing.subject),
      channelId,
      toName,
    }),
  )
}

async function parentOf(
  tx: Tx,
  conversationId: number,
  id: number | undefined,
): Promise<MessageRow | undefined> {
  if (id === undefined) return undefined
  const found = isId(id) ? await findMessage(tx, id) : undefined
  if (found?.conversation_id !== conversationId) throw unknownReference('parent_message_id')
  return found
}

/** Whether a number can be the id of a message. Larger ones do not fit into the database's integer. */
const isId = (value: number): boolean => value >= 1 && value <= 2_147_483_647

/** The channel asked for. @throws Refusal unknown_reference. */
export async function channelOf(
  tx: Tx,
  medium: Medium,
  asked: string | undefined,
): Promise<string | undefined> {
  if (asked === undefined) return undefined
  const chosen = await chooseChannel(tx, medium, asked, null)
  if (chosen?.id !== asked.toLowerCase()) throw unknownReference('channel_id')
  return chosen.id
}
