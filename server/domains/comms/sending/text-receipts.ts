import type { MessageStatus } from '../../../../contract/comms/messages.ts'
import type { EventVerb } from '../../../../contract/events/events.ts'
import { SYSTEM } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { lockDelivery } from '../threads/messages.sql.ts'
import { OPTED_OUT } from '../twilio/twilio-answers.rules.ts'
import { idOf } from '../twilio/twilio-fields.rules.ts'
import { optOutOfThreads } from './provider-opt-outs.ts'
import { appendMessageEvent } from './queueing.ts'
import { after, isTaken, type Receipt, type Receipted, receiptOf } from './text-receipts.rules.ts'
import * as sql from './text-receipts.sql.ts'

/** The event for each status that a report can set. The event for sent comes when the delivery is settled. */
const verbs: Partial<Record<MessageStatus, EventVerb<'message'>>> = {
  failed: 'failed',
  undelivered: 'failed',
  delivered: 'delivered',
  read: 'read',
}

/**
 * Processes a report on a text. A report on an unknown text is not refused, because others may use the same account.
 *
 * @param messageId the message that the report is about. The provider may report before its own id is stored here.
 * @throws Refusal invalid_message.
 */
export async function receiveReceipt(
  tx: Tx,
  fields: URLSearchParams,
  messageId: number | null,
): Promise<void> {
  const externalId = idOf(fields, 'MessageSid')
  const receipt = receiptOf(fields)
  const id = receipt && (await sql.findText(tx, externalId, messageId))
  if (!receipt || id === undefined) return
  lockDelivery(tx, id)
  const text = await sql.lockText(tx, id)
  // The report is about an earlier attempt: a later one has another id.
  if (!text || (text.externalId ?? externalId) !== externalId) return
  await raise(tx, text, externalId, receipt)
}

async function raise(
  tx: Tx,
  text: sql.LockedText,
  externalId: string,
  receipt: Receipt,
): Promise<void> {
  const next = after(text, receipt)
  // The outcome was not known, or another attempt was due. Another attempt would be a second text, so the delivery is settled.
  const isOpen = text.state === 'uncertain' || (text.state === 'pending' && text.attempts! > 0)
  const isSettled = isOpen && isTaken(receipt)
  const status = isSettled && next.status === 'sending' ? 'sent' : next.status
  const isKnown = text.externalId !== null && !isSettled
  if (isKnown && isSame(next, text)) return
  sql.updateText(tx, { ...next, status, id: text.id, externalId, isSettled })
  const thread = { id: text.conversationId, row_id: text.rowId }
  if (isSettled) appendMessageEvent(tx, SYSTEM, 'sent', text.id, thread)
  const verb = status === text.status ? undefined : verbs[status]
  if (verb) appendMessageEvent(tx, SYSTEM, verb, text.id, thread)
  if (verb && receipt.errorCode === OPTED_OUT) await optOutOfThreads(tx, [text.conversationId])
}

const isSame = (one: Receipted, other: Receipted): boolean =>
  one.status === other.status &&
  one.errorCode === other.errorCode &&
  one.errorMessage === other.errorMessage &&
  one.isDelivered === other.isDelivered &&
  one.isRead === other.isRead
