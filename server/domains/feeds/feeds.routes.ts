import { feedOperations as feeds } from '../../../contract/feeds/feeds.ts'
import { webhookOperations as hooks } from '../../../contract/feeds/webhooks.ts'
import type { UserCall } from '../../platform/http/call.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { type LastSeen, Live, type LiveOptions } from './live.ts'
import { pullEvents } from './pull.ts'
import * as webhooks from './webhooks.ts'

export interface FeedOptions extends Pick<LiveOptions, 'db' | 'log'> {
  seal: Seal
  outbound: Outbound
  /** Limits of the open streams, if not the service's own. */
  streams?: Pick<LiveOptions, 'mostStreams' | 'mostPerSeat' | 'heartbeatMs'> | undefined
}

export function bindFeeds({ app, bind, bindOwn }: Http, options: FeedOptions): void {
  const { db, log, seal, outbound, streams } = options
  const live = new Live({ db, log, ...streams })
  const tools = { seal, outbound }
  app.addHook('preClose', async () => live.close())
  const seen = ({ request, query }: UserCall): LastSeen => ({
    ...(query as { after?: string }),
    lastEventId: request.headers['last-event-id'] as string | undefined,
  })

  // Never on a replica: the place where events end, which cursors are made of, can be further on the primary.
  bindOwn(feeds.pull, ({ actor, query }) =>
    db.withWorkspace(actor, (tx) => pullEvents(tx, actor, query)),
  )
  bindOwn(feeds.stream, (call) => live.open(call, undefined, seen(call)))
  bindOwn(feeds.streamBoard, (call) => live.open(call, call.params, seen(call)))
  bindOwn(feeds.streamDefinition, (call) => live.open(call, call.params, seen(call)))

  bind(hooks.list, ({ query }, tx) => webhooks.listWebhooks(tx, query))
  bind(hooks.create, async ({ actor, body }, tx) => ({
    data: await webhooks.createWebhook(tx, tools, actor, body),
  }))
  bind(hooks.get, async ({ params }, tx) => ({ data: await webhooks.getWebhook(tx, params.id) }))
  bind(hooks.update, async ({ actor, params, body }, tx) => ({
    data: await webhooks.updateWebhook(tx, tools, actor, params.id, body),
  }))
  bind(hooks.remove, ({ actor, params }, tx) => webhooks.removeWebhook(tx, actor, params.id))
  bind(hooks.rotateSecret, async ({ actor, params }, tx) => ({
    data: await webhooks.rotateSecret(tx, tools, actor, params.id),
  }))
  bind(hooks.test, async ({ params }, tx) => ({ data: await webhooks.testWebhook(tx, params.id) }))
  bind(hooks.listDeliveries, ({ params, query }, tx) =>
    webhooks.listDeliveries(tx, params.id, query),
  )
  bind(hooks.replay, async ({ params }, tx) => ({
    data: await webhooks.replayDelivery(tx, params.id, params.deliveryId),
  }))
}
