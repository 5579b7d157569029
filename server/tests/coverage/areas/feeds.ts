import { expect } from 'vitest'
import { feedOperations } from '../../../../contract/feeds/feeds.ts'
import { webhookOperations as hooks } from '../../../../contract/feeds/webhooks.ts'
import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { encodeCursor } from '../../../platform/http/cursor.ts'
import { openToken } from '../../support/service/tokens.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'
import type { World } from '../world.ts'

/** A cursor before all events, so that a stream sends every one. */
const START = encodeCursor([0, '00000000-0000-0000-0000-000000000000'])

/** Gets events that seldom happen: tests make many of these, and each would be sent every event. */
const webhook = { url: 'https://example.com/hook', types: ['import.recorded'], role: 'viewer' }

const create = async (world: World, path: string, body?: object) => {
  const made = await world.service.api('POST', path, { token: world.owner, body })
  if (made.status !== 201) throw new Error(`${path} answered ${made.text}`)
  return made.body.data.id as string
}

/** A request about the webhook of the world. */
const on =
  (body?: object): Good =>
  ({ owner, things }) => ({
    token: owner,
    params: { id: things.webhookId! },
    ...(body && { body }),
  })
const onNew: Good = async (world) => ({
  token: world.owner,
  params: { id: await create(world, '/v1/webhooks', webhook) },
})

const onDelivery: Good = ({ owner, things }) => ({
  token: owner,
  params: { id: things.webhookId!, deliveryId: things.deliveryId! },
})

const refusedWith =
  (change: (world: World) => object): Case =>
  async (world, operation) => {
    const sent = await goodRequest(world, operation)
    return [await send(world.service, operation, { ...sent, ...change(world) })]
  }
const nowhere = refusedWith(() => ({
  body: { ...webhook, filter: { definitionKeys: ['nowhere'] } },
}))
const badPlace: Case = refusedWith(() => ({ query: { after: 'nonsense' } }))

const disabled: Case = async (world, operation) => {
  const id = await create(world, '/v1/webhooks', webhook)
  const deliveryId = await create(world, `/v1/webhooks/${id}/test`)
  const change = { token: world.owner, body: { enabled: false } }
  await world.service.api('PATCH', `/v1/webhooks/${id}`, change)
  const params = { id, ...(operation.path.includes('deliveryId') && { deliveryId }) }
  return [await send(world.service, operation, { token: world.owner, params })]
}

/** One more stream than a seat may have open. */
const tooMany: Case = async (world, operation) => {
  const few = await world.service.beside({ streams: { mostPerSeat: 1 } })
  const { desk } = world
  const { token } = await openToken(world.service, desk.workspaceId, desk.seats.viewer)
  const sent = { ...(await goodRequest(world, operation)), token }
  const stopping = new AbortController()
  // Keep it in a variable: the connection of an answer that nothing refers to is closed at some point.
  const first = await fetch(`${few.origin}/v1/events/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  })
  const answer = await send(few, operation, sent)
  expect(first.status).toBe(200)
  stopping.abort()
  return [answer]
}

const streams: AnyOperation[] = [
  feedOperations.stream,
  feedOperations.streamBoard,
  feedOperations.streamDefinition,
]

export const feeds: Area = {
  async furnish(world) {
    const { mark, page } = world
    const webhookId = await create(world, '/v1/webhooks', {
      ...webhook,
      types: ['rows.*'],
      description: `${mark} hook`,
      filter: { definitionKeys: [page.key] },
    })
    return { webhookId, deliveryId: await create(world, `/v1/webhooks/${webhookId}/test`) }
  },
  good: [
    [feedOperations.pull, ({ owner }) => ({ token: owner, query: { limit: '1000' } })],
    [feedOperations.stream, ({ owner }) => ({ token: owner, query: { after: START } })],
    [
      feedOperations.streamBoard,
      ({ owner, board }) => ({ token: owner, params: { id: board.id }, query: { after: START } }),
    ],
    [
      feedOperations.streamDefinition,
      ({ owner, page }) => ({ token: owner, params: { key: page.key }, query: { after: START } }),
    ],
    [hooks.list, ({ owner }) => ({ token: owner })],
    [hooks.create, ({ owner }) => ({ token: owner, body: webhook })],
    [hooks.get, on()],
    [hooks.update, on({ role: 'viewer' })],
    [hooks.remove, onNew],
    [hooks.rotateSecret, onNew],
    [hooks.test, on()],
    [hooks.listDeliveries, on()],
    [hooks.replay, onDelivery],
  ],
  cases: [
    ...streams.flatMap((operation): Area['cases'] => [
      [operation, 'invalid_cursor', badPlace],
      [operation, 'rate_limited', tooMany],
    ]),
    [
      feedOperations.pull,
      'unknown_reference',
      refusedWith(() => ({ query: { definition: NOTHING } })),
    ],
    [hooks.create, 'unknown_reference', nowhere],
    [
      hooks.update,
      'unknown_reference',
      refusedWith(() => ({ body: { filter: { definitionKeys: ['nowhere'] } } })),
    ],
    [hooks.test, 'webhook_disabled', disabled],
    [hooks.replay, 'webhook_disabled', disabled],
  ],
  subjects: {
    webhooks: { of: ({ things }) => [things.webhookId!], missing: [NOTHING, 'no-id'] },
    deliveries: { of: ({ things }) => [things.deliveryId!], missing: [NOTHING, 'no-id'] },
  },
}
