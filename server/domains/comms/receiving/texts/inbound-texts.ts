import { segmentsOf } from '../../../../../shared/segments.ts'
import { unwritable } from '../../../../../shared/unwritable.ts'
import { systemActor } from '../../../../platform/actor.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import { announceWork } from '../../../../platform/jobs/due-work.ts'
import { getWorkspace } from '../../../workspaces/workspace/workspaces.ts'
import { isOptedOut } from '../../addresses/opt-outs.sql.ts'
import { setOptOut } from '../../addresses/opt-outs.ts'
import { queueMessage } from '../../sending/queueing.ts'
import { lockConversation } from '../../threads/conversations.sql.ts'
import { contactOf, idOf } from '../../twilio/twilio-fields.rules.ts'
import type { Hook, HookAnswer } from '../hooks/hooks.ts'
import { receiveMessage } from '../storing/receiving.ts'
import { type Wish, wishOf } from './keywords.rules.ts'
import { MEDIA_WORK } from './media.ts'

const MOST_MEDIA = 10

/**
 * Processes a text: a message in the number's thread, and an opt-out or opt-in if it is a word such as STOP.
 *
 * @throws Refusal invalid_message.
 */
export async function receiveText(
  tx: Tx,
  hook: Hook,
  fields: URLSearchParams,
): Promise<HookAnswer> {
  const { region, name } = await getWorkspace(tx)
  const externalId = idOf(fields, fields.has('MessageSid') ? 'MessageSid' : 'SmsSid')
  const from = contactOf(fields, 'From', region)
  const content = fields.get('Body') ?? ''
  const mediaUrls = mediaOf(fields)
  const { messageId, conversationId, repeated } = await receiveMessage(tx, {
    channelId: hook.channel.id,
    medium: 'text',
    from,
    content,
    externalId,
    fromName: fields.get('ProfileName'),
    mediaUrls: mediaUrls.length > 0 ? mediaUrls : undefined,
    facts: {
      provider: 'twilio',
      media_count: mediaUrls.length,
      segment_count: segmentsOf(content).count,
      error_code: null,
      error_message: null,
    },
  })
  const ids = { message_id: messageId, conversation_id: conversationId }
  if (repeated) return ids
  if (mediaUrls.length > 0) announceWork(tx, MEDIA_WORK)
  // The provider may handle such words itself, and has then answered already.
  const answered = fields.get('OptOutType')?.toLowerCase()
  const wish = isWish(answered) ? answered : wishOf(content)
  if (wish === 'help' && answered === undefined) await help(tx, hook, conversationId, name)
  if (wish === 'stop' || wish === 'start') {
    const optedOut = wish === 'stop'
    const reason = `They wrote ${wish.toUpperCase()}.`
    await setOptOut(tx, 'contact', { medium: 'text', address: from, optedOut, reason })
  }
  return ids
}

const isWish = (word: string | undefined): word is Wish =>
  word === 'stop' || word === 'start' || word === 'help'

/** Answers who we are and how to opt out, unless the sender has opted out already or only has a name. */
async function help(tx: Tx, hook: Hook, conversationId: number, name: string): Promise<void> {
  const conversation = (await lockConversation(tx, conversationId))!
  if (unwritable('text', conversation.address)) return
  if (await isOptedOut(tx, 'text', conversation.address)) return
  await queueMessage(tx, systemActor(hook.workspaceId), conversation, {
    content: `${name}: reply here and we will read it. Reply STOP to stop these texts.`,
    senderType: 'system',
    channelId: hook.channel.id,
  })
}

function mediaOf(fields: URLSearchParams): string[] {
  const many = Math.min(Number(fields.get('NumMedia') ?? 0) || 0, MOST_MEDIA)
  return Array.from({ length: many }, (_, n) => fields.get(`MediaUrl${n}`) ?? '').filter(
    (url) => URL.canParse(url) && url.length <= 2000,
  )
}
