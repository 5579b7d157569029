import Type from 'typebox'
import { roles } from './auth.ts'
import { closed, list, nullable, one, oneOf, pageQuery, timestamp, uuid } from './common.ts'
import { EVENT_TYPE } from './feeds.ts'
import { operation } from './operation.ts'

export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const

const url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'Where to POST: https, without a user name. Private addresses are refused, here and at every connection, unless the operator allows them. It is kept and answered as it will be asked: the host in lower case, for one.',
})
const types = Type.Array(Type.String({ maxLength: 80, pattern: `^(?:${EVENT_TYPE})$` }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'The types of events to send: `rows.created`, `rows.*` for all of rows, or `*`.',
})
const role = oneOf(roles, {
  description: 'Payloads hold what a seat of this role, in no team, may see.',
})
const filter = closed({
  definitionKeys: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Only of these boards and pages.',
    }),
  ),
})
const description = Type.String({ maxLength: 500 })
const enabled = Type.Boolean({
  description:
    'Switched on again it sends what was still to be sent, and what happens from then on.',
})

const Webhook = closed({
  id: uuid(),
  url: Type.String(),
  types: Type.Array(Type.String()),
  role: oneOf(roles),
  filter,
  description,
  enabled: Type.Boolean(),
  disabledReason: nullable(
    Type.String({ description: '`gone` when the receiver answered 410; null otherwise.' }),
  ),
  createdAt: timestamp(),
  createdBy: Type.String(),
  updatedAt: timestamp(),
})

const secret = Type.String({
  description:
    '`whsec_` and the key in base64, by which the receiver verifies. Shown in this answer only.',
})
const WithSecret = closed({ ...Webhook.properties, secret })

const Delivery = closed({
  id: uuid('The header `webhook-id`: the same at every try and replay.'),
  webhookId: uuid(),
  state: oneOf(deliveryStates, {
    description:
      '`pending`: to be sent, or sent again. `dropped`: what the role may see has nothing in it.',
  }),
  type: Type.String(),
  eventId: nullable(uuid('Null for a test.')),
  attempts: Type.Integer(),
  createdAt: timestamp(),
  nextAttemptAt: nullable(timestamp()),
  settledAt: nullable(timestamp()),
  lastStatus: nullable(Type.Integer({ description: 'The HTTP status; null where none came.' })),
  lastError: nullable(Type.String()),
  log: Type.Array(
    closed({
      at: timestamp(),
      status: nullable(Type.Integer()),
      error: nullable(Type.String()),
      ms: Type.Integer(),
    }),
    { description: 'Its tries, oldest first; the last 20.' },
  ),
})

const tag = 'Webhooks'
const access = 'workspace:admin' as const
const id = closed({ id: uuid() })

export const webhookOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/webhooks',
    tag,
    access,
    summary: 'The webhooks',
    query: closed(pageQuery),
    answer: list(Webhook),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/webhooks',
    tag,
    access,
    summary: 'Have events sent to an address, from now on',
    description:
      'Each event is one POST of `{type, timestamp, data}` with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of the Standard Webhooks scheme. A 2xx within 10 seconds delivers it; else it is tried again, 10 times over 3 days; redirects are not followed, and 410 switches the webhook off. At least once, first tries in order. `data` is what GET /v1/events answers as such, made anew for each try, so that a policy counts from the next try on. At most 100 in a workspace.',
    body: closed({
      url,
      types,
      role,
      filter: Type.Optional(filter),
      description: Type.Optional(description),
      enabled: Type.Optional(enabled),
    }),
    answer: one(WithSecret),
    refuses: ['unknown_reference'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag,
    access,
    summary: 'One webhook',
    params: id,
    answer: one(Webhook),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    tag,
    access,
    summary: 'Change a webhook',
    params: id,
    body: closed(
      {
        url: Type.Optional(url),
        types: Type.Optional(types),
        role: Type.Optional(role),
        filter: Type.Optional(filter),
        description: Type.Optional(description),
        enabled: Type.Optional(enabled),
      },
      { minProperties: 1 },
    ),
    answer: one(Webhook),
    refuses: ['unknown_reference'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag,
    access,
    summary: 'Delete a webhook, with its log and what was still to be sent',
    params: id,
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag,
    access,
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours requests are signed with the old one too: `webhook-signature` then holds two signatures.',
    params: id,
    answer: one(WithSecret),
  }),
  test: operation({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    tag,
    access,
    summary: 'Have a `webhook.test` sent',
    params: id,
    answer: one(Delivery),
    refuses: ['webhook_disabled'],
  }),
  listDeliveries: operation({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag,
    access,
    summary: 'What was sent and what is to be sent, newest first',
    description: 'Settled ones are kept for 30 days.',
    params: id,
    query: closed({ ...pageQuery, state: Type.Optional(oneOf(deliveryStates)) }),
    answer: list(Delivery),
    refuses: ['invalid_cursor'],
  }),
  replay: operation({
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/replay',
    tag,
    access,
    summary: 'Send a delivery again, with all its tries',
    params: closed({ id: uuid(), deliveryId: uuid() }),
    answer: one(Delivery),
    refuses: ['webhook_disabled'],
  }),
}
