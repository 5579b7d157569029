import Type from 'typebox'
import { MOST_KEY_CHARS, MOST_REMARK_CHARS, MOST_URL_CHARS } from '../../shared/limits.ts'
import { eventChoices } from '../events/events.ts'
import {
  closed,
  failedWhy,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { Role } from '../workspaces/auth.ts'

export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const
const WebhookDeliveryState = named(
  'WebhookDeliveryState',
  '`pending`: waiting to be sent, or sent again. `dropped`: there was nothing in it that the role can see.',
  oneOf(deliveryStates),
)

const url = Type.String({
  minLength: 1,
  maxLength: MOST_URL_CHARS,
  description:
    'The https URL to POST to, without a user name. Private addresses are refused, here and at every connection, unless the operator allows them. It is stored in normal form, for example with the host in lower case.',
})
const types = Type.Array(
  named(
    'EventChoice',
    'Which events: `rows.created`, `rows.*` for everything about rows, or `*` for all events.',
    oneOf(eventChoices),
  ),
  { minItems: 1, maxItems: 50, uniqueItems: true, description: 'The types of events to send.' },
)
const role = described(Role, 'Payloads contain what a seat with this role and no team can see.')
const filter = named(
  'WebhookFilter',
  'Which events to send, apart from their type.',
  closed({
    definitionKeys: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MOST_KEY_CHARS }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description:
          'Only events of these boards and pages, by key. Events that are about none, such as `deal.*`, are then left out.',
      }),
    ),
  }),
)
const description = Type.String({ maxLength: MOST_REMARK_CHARS })
const enabled = Type.Boolean({
  description:
    'Whether it sends. When it is switched on again, it sends what was still waiting, and what happens from then on.',
})

const Webhook = named(
  'Webhook',
  'A URL that events are sent to.',
  closed({
    id: uuid(),
    url: Type.String(),
    types: Type.Array(Type.String()),
    role: Role,
    filter,
    description,
    enabled: Type.Boolean(),
    disabledReason: nullable(
      Type.String({ description: '`gone` if the receiver answered 410. `null` otherwise.' }),
    ),
    createdAt: timestamp(),
    createdBy: Type.String(),
    updatedAt: timestamp(),
  }),
)

const secret = Type.String({
  description:
    'The signing secret, `whsec_` and a key in base64, for the receiver to verify requests with. It is shown in this answer only.',
})
const WithSecret = named(
  'WebhookWithSecret',
  'A webhook, with the signing secret that was just made for it.',
  closed({ ...Webhook.properties, secret }),
)

const Delivery = named(
  'WebhookDelivery',
  'One event that is sent to a webhook, and how sending goes.',
  closed({
    id: uuid('The header `webhook-id`. It is the same for every attempt and replay.'),
    webhookId: uuid(),
    state: WebhookDeliveryState,
    type: Type.String(),
    eventId: nullable(uuid('The event. `null` for a test.')),
    attempts: Type.Integer(),
    createdAt: timestamp(),
    nextAttemptAt: nullable(timestamp()),
    settledAt: nullable(timestamp()),
    lastStatus: nullable(
      Type.Integer({
        description: 'The HTTP status of the last attempt. `null` if there was no answer.',
      }),
    ),
    lastError: nullable(
      Type.String({ description: 'Why the last attempt failed. Its reason is in `log`.' }),
    ),
    log: Type.Array(
      named(
        'WebhookAttempt',
        'One attempt to send a delivery.',
        closed({
          at: timestamp(),
          status: nullable(Type.Integer()),
          error: nullable(Type.String()),
          ...failedWhy,
          ms: Type.Integer(),
        }),
      ),
      { description: 'The last 20 attempts, oldest first.' },
    ),
  }),
)

const tag = 'Webhooks'
const access = 'workspace:admin' as const
const webhookId = parameter('WebhookId', uuid('The webhook’s id.'))
const id = closed({ id: webhookId })

export const webhookOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/webhooks',
    tag,
    access,
    scope: 'events:read',
    summary: 'List the webhooks',
    description: 'Lists the webhooks of the workspace, without their secrets.',
    query: PageQuery,
    answer: list(Webhook),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/webhooks',
    tag,
    access,
    scope: 'definitions:write',
    summary: 'Have events sent to a URL',
    description:
      'Each event from now on is sent as one POST of `{type, timestamp, data}`, signed as in Standard Webhooks with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. A 2xx within 10 seconds counts as delivered. Otherwise it is sent again, 10 times over 3 days; redirects are not followed, and 410 switches the webhook off. An event can arrive more than once; first attempts are in order. `data` is the event as `GET /v1/events` returns it. It is built for each attempt, so a changed policy applies at once. A workspace can have 100 webhooks.',
    example: {
      url: 'https://hooks.harborline.example/sourcebook',
      types: ['rows.created', 'comment.created'],
      role: 'member',
      filter: { definitionKeys: ['leads'] },
    },
    body: named(
      'NewWebhook',
      'A webhook to be created.',
      closed({
        url,
        types,
        role,
        filter: Type.Optional(filter),
        description: Type.Optional(description),
        enabled: Type.Optional(enabled),
      }),
    ),
    answer: one(WithSecret),
    refuses: ['unknown_reference'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag,
    access,
    scope: 'events:read',
    summary: 'Get one webhook',
    description: 'Returns its settings, without the secret.',
    params: id,
    answer: one(Webhook),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    tag,
    access,
    scope: 'definitions:write',
    summary: 'Change a webhook',
    description:
      'Changes only the fields that are sent. Use `enabled` to pause it and to switch it on again.',
    params: id,
    example: { enabled: false },
    body: named(
      'WebhookChange',
      'The fields of a webhook to change.',
      closed(
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
    ),
    answer: one(Webhook),
    refuses: ['unknown_reference'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag,
    access,
    scope: 'definitions:write',
    summary: 'Delete a webhook',
    description: 'Its log is deleted, and what was still waiting is not sent.',
    params: id,
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag,
    access,
    scope: 'definitions:write',
    summary: 'Make a new secret for a webhook',
    description:
      'The answer shows the new secret, once. For 24 hours requests are signed with both: `webhook-signature` then has two signatures.',
    params: id,
    answer: one(WithSecret),
  }),
  test: operation({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    tag,
    access,
    scope: 'definitions:write',
    summary: 'Send a test event',
    description:
      'Sends a `webhook.test` to the URL. The answer is the delivery; look at it again in the list to see how it went.',
    params: id,
    answer: one(Delivery),
    refuses: ['webhook_disabled'],
  }),
  listDeliveries: operation({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag,
    access,
    scope: 'events:read',
    summary: 'List the deliveries, newest first',
    description:
      'What was sent and what is still to be sent, with the log of each attempt. Deliveries that are settled are kept for 30 days.',
    params: id,
    query: named(
      'WebhookDeliveriesQuery',
      'Which deliveries to list.',
      closed({ ...pageQuery, state: Type.Optional(WebhookDeliveryState) }),
    ),
    answer: list(Delivery),
    refuses: ['invalid_cursor'],
  }),
  replay: operation({
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/replay',
    tag,
    access,
    scope: 'definitions:write',
    summary: 'Send a delivery again',
    description: 'It starts again with all its attempts, under the same `webhook-id`.',
    params: closed({ id: webhookId, deliveryId: uuid('The delivery’s id.') }),
    answer: one(Delivery),
    refuses: ['webhook_disabled'],
  }),
}
