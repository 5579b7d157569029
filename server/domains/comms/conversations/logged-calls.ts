import type { conversationOperations } from '../../../../contract/comms/conversations.ts'
import type { BodyOf } from '../../../../contract/language/operation.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { actorRef, tokenIdOf, type UserActor } from '../../../platform/actor.ts'
import { takeIntegerId } from '../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Issue, issueAt } from '../../../platform/refusal.ts'
import { momentOf } from '../../../platform/times.rules.ts'
import { listPeople } from '../../workspaces/workspace/people.ts'
import { requireAddress } from '../addresses/addresses.ts'
import { readNow } from '../sending/queueing.sql.ts'
import { appendMessageEvent } from '../sending/queueing.ts'
import { touchConversation } from '../threads/conversations.sql.ts'
import { refuse } from '../threads/message-body.rules.ts'
import { messageOut } from '../threads/messages.rules.ts'
import { findMessage } from '../threads/messages.sql.ts'
import { recordOf } from '../threads/records-of.ts'
import { threadWith } from '../threads/threads.ts'
import { factsOf } from './logged-calls.rules.ts'
import { insertLoggedCall } from './logged-calls.sql.ts'

type NewCall = BodyOf<typeof conversationOperations.logCall>

/**
 * Keeps a call that somebody made or took by telephone in the conversation with its number.
 *
 * @throws Refusal invalid_request, unknown_reference.
 */
export async function logCall(tx: Tx, actor: UserActor, body: NewCall) {
  const now = await readNow(tx)
  refuseFaults(body, now)
  const { direction = 'outbound', content = '' } = body
  const address = await requireAddress(tx, 'text', body.number, 'number')
  const record = await recordOf(tx, body)
  const { conversation } = await threadWith(tx, actorRef(actor), {
    medium: 'text',
    address,
    ...record,
  })
  const { crmUserId } = actor
  const person = (await listPeople(tx)).find((one) => one.crmUserId === crmUserId)
  const id = await takeIntegerId(tx, 'message')
  const call = factsOf(body, now)
  insertLoggedCall(tx, {
    id,
    conversationId: conversation.id,
    content: content.trim(),
    call,
    occurredAt: call.started_at,
    tokenId: tokenIdOf(actor),
    ...(direction === 'outbound'
      ? {
          direction,
          status: 'sent',
          senderType: 'user',
          senderId: crmUserId,
          senderName: person?.name ?? null,
        }
      : { direction, status: 'read', senderType: 'contact', senderId: null, senderName: null }),
  })
  touchConversation(tx, conversation.id, null, null)
  const verb = direction === 'outbound' ? 'sent' : 'received'
  appendMessageEvent(tx, actorRef(actor), verb, id, conversation)
  return messageOut((await findMessage(tx, id))!)
}

function refuseFaults(body: NewCall, now: Date): void {
  const issues: Issue[] = []
  const [key, row] = [body.definition_key !== undefined, body.row_id !== undefined]
  if (key !== row) {
    issues.push(issueAt(`body.${key ? 'row_id' : 'definition_key'}`, why('record_incomplete', {})))
  }
  const startedAt = body.started_at === undefined ? now : momentOf(body.started_at)
  if (!startedAt) issues.push(issueAt('body.started_at', why('not_a_moment', {})))
  else if (startedAt > now) {
    issues.push(issueAt('body.started_at', why('in_future', { now: now.toISOString() })))
  }
  refuse(issues)
}
