import { optOutOperations as optOuts } from '../../../../contract/comms/channels.ts'
import { conversationOperations as op } from '../../../../contract/comms/conversations.ts'
import type { Http } from '../../../platform/http/http.ts'
import { listOptOuts, putOptOut } from '../addresses/opt-outs.ts'
import { sendMany } from '../sending/bulk-sends.ts'
import { reply, send } from '../sending/replies.ts'
import * as conversations from './conversations.ts'
import { logCall } from './logged-calls.ts'
import * as messages from './messages.ts'

export function bindConversations({ bind }: Http): void {
  bind(op.list, ({ actor, query }, tx) => conversations.listConversations(tx, actor, query))
  bind(op.create, async ({ actor, body }, tx) => ({
    data: await conversations.createConversation(tx, actor, body),
  }))
  bind(op.get, async ({ params }, tx) => ({
    data: await conversations.getConversation(tx, params.id),
  }))
  bind(op.update, async ({ actor, params, body }, tx) => ({
    data: await conversations.updateConversation(tx, actor, params.id, body),
  }))
  bind(op.markRead, async ({ actor, params }, tx) => ({
    data: await conversations.readConversation(tx, actor, params.id),
  }))
  bind(op.listMessages, ({ params, query }, tx) => messages.listMessages(tx, params.id, query))
  bind(op.reply, async ({ actor, params, body }, tx) => ({
    data: await reply(tx, actor, params.id, body),
  }))
  bind(op.send, async ({ actor, body }, tx) => ({ data: await send(tx, actor, body) }))
  bind(op.sendMany, async ({ actor, body }, tx) => ({ data: await sendMany(tx, actor, body) }))
  bind(op.logCall, async ({ actor, body }, tx) => ({ data: await logCall(tx, actor, body) }))
  bind(op.getMessage, async ({ params }, tx) => ({
    data: await messages.getMessage(tx, params.id),
  }))
  bind(op.listAttachments, ({ params, query }, tx) =>
    messages.listAttachments(tx, params.id, query),
  )
  bind(op.removeMessage, ({ actor, params }, tx) => messages.removeMessage(tx, actor, params.id))
  bind(op.retry, async ({ actor, params }, tx) => ({
    data: await messages.retryMessage(tx, actor, params.id),
  }))
  bind(op.cancel, async ({ actor, params }, tx) => ({
    data: await messages.cancelMessage(tx, actor, params.id),
  }))
  bind(optOuts.list, ({ query }, tx) => listOptOuts(tx, query))
  bind(optOuts.put, async ({ actor, body }, tx) => ({ data: await putOptOut(tx, actor, body) }))
}
