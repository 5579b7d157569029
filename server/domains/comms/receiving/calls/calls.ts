import { SYSTEM } from '../../../../platform/actor.ts'
import { takeIntegerId } from '../../../../platform/database/integer-ids.sql.ts'
import type { Tx } from '../../../../platform/database/tx.ts'
import { getWorkspace } from '../../../workspaces/workspace/workspaces.ts'
import { readNow } from '../../sending/queueing.sql.ts'
import { appendMessageEvent } from '../../sending/queueing.ts'
import { touchConversation } from '../../threads/conversations.sql.ts'
import { threadWith } from '../../threads/threads.ts'
import { contactOf, idOf } from '../../twilio/twilio-fields.rules.ts'
import type { Hook } from '../hooks/hooks.ts'
import { receiveMessage } from '../storing/receiving.ts'
import { callAfter, heardOf, newCall } from './calls.rules.ts'
import * as sql from './calls.sql.ts'

/**
 * Processes a callback about a call. A call is one message in the number's thread, and each callback adds to it. A
 * callback that only names the call, such as one about a recording, adds to a known call.
 *
 * @throws Refusal invalid_message.
 */
export async function receiveCall(tx: Tx, hook: Hook, fields: URLSearchParams): Promise<void> {
  const externalId = idOf(fields, 'CallSid')
  const known = await sql.lockCall(tx, externalId)
  if (!known && !fields.has('CallStatus')) return
  const call = known ?? (await open(tx, hook, fields, externalId))
  const facts = { ...newCall.facts, ...call.call }
  const heard = heardOf(fields, await readNow(tx))
  const next = callAfter({ facts, recordings: call.recordings ?? [] }, heard)
  if (known && JSON.stringify(next.facts) === JSON.stringify(facts)) return
  sql.updateCall(tx, call.id, next.facts, next.recordings)
  const thread = { id: call.conversationId, row_id: call.rowId }
  if (known) appendMessageEvent(tx, SYSTEM, 'updated', call.id, thread)
}

async function open(
  tx: Tx,
  hook: Hook,
  fields: URLSearchParams,
  externalId: string,
): Promise<sql.CallRow> {
  const { region } = await getWorkspace(tx)
  const isInbound = !fields.get('Direction')?.startsWith('outbound')
  const address = contactOf(fields, isInbound ? 'From' : 'To', region)
  const channelId = hook.channel.id
  if (isInbound) {
    await receiveMessage(tx, {
      channelId,
      medium: 'text',
      from: address,
      content: '',
      externalId,
      fromName: fields.get('CallerName'),
      call: newCall.facts,
    })
  } else await placed(tx, address, externalId, channelId)
  return (await sql.lockCall(tx, externalId))!
}

async function placed(
  tx: Tx,
  address: string,
  externalId: string,
  channelId: string,
): Promise<void> {
  const { conversation } = await threadWith(tx, SYSTEM, { medium: 'text', address })
  const id = await takeIntegerId(tx, 'message')
  const made = { id, conversationId: conversation.id, externalId, channelId }
  if (!(await sql.insertCall(tx, made))) return
  touchConversation(tx, conversation.id, channelId, null)
  appendMessageEvent(tx, SYSTEM, 'sent', id, conversation)
}
