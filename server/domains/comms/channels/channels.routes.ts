import { channelOperations as op } from '../../../../contract/comms/channels.ts'
import type { Http } from '../../../platform/http/http.ts'
import * as channels from './channels.ts'

export function bindChannels({ bind, bindOwn }: Http, tools: channels.ChannelTools): void {
  bind(op.list, ({ query }, tx) => channels.listChannels(tx, tools, query))
  bind(op.create, async ({ actor, body }, tx) => ({
    data: await channels.createChannel(tx, tools, actor, body),
  }))
  bind(op.get, async ({ params }, tx) => ({
    data: await channels.getChannel(tx, tools, params.id),
  }))
  bind(op.update, async ({ actor, params, body }, tx) => ({
    data: await channels.updateChannel(tx, tools, actor, params.id, body),
  }))
  bind(op.remove, ({ actor, params }, tx) => channels.removeChannel(tx, actor, params.id))
  bind(op.rotateSecret, async ({ actor, params }, tx) => ({
    data: await channels.rotateHookSecret(tx, tools, actor, params.id),
  }))
  bindOwn(op.test, async ({ actor, params, transaction }) => {
    const data = await channels.testChannel(tools, actor, params.id)
    return transaction(async () => ({ data }))
  })
}
