import Type from 'typebox'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { mediums } from './messages.ts'
import { operation } from './operation.ts'

export const providers = ['smtp', 'twilio', 'local'] as const
export type ProviderName = (typeof providers)[number]

const settings = closed({
  host: Type.Optional(
    text(
      255,
      'Of smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`).',
    ),
  ),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535, description: 'Of smtp.' })),
  security: Type.Optional(
    oneOf(['none', 'starttls', 'tls'], {
      description: 'Of smtp: `starttls` insists on it; `tls` from the first byte.',
    }),
  ),
  messagesPerMinute: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'At most; no limit unless told.' }),
  ),
  accountSid: Type.Optional(text(64, 'Of twilio.')),
  baseUrl: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^https?://',
      description:
        'Of twilio: of a service with the same API; Twilio’s own unless told. Private addresses are refused as for `host`.',
    }),
  ),
})
const credentials = closed({
  user: Type.Optional(text(320, 'Of smtp.')),
  pass: Type.Optional(text(1000, 'Of smtp.')),
  authToken: Type.Optional(text(200, 'Of twilio.')),
})

const Channel = closed({
  id: uuid(),
  name: Type.String(),
  medium: oneOf(mediums),
  provider: oneOf(providers),
  from: Type.String({ description: 'The address or number that messages come from.' }),
  settings,
  hasCredentials: Type.Boolean({ description: 'They are never read back.' }),
  hookUrl: Type.String({
    description:
      'Where inbound messages go: raw MIME under `Authorization: Bearer <hookSecret>`; of twilio its signed webhooks, and beside it `…/status` and `…/voice`.',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
const hookSecret = Type.String({ description: 'Shown in this answer only.' })

const fields = { name: text(200), from: text(320), settings, credentials }
const tag = 'Channels'
const params = closed({ id: uuid() })

export const channelOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/channels',
    tag,
    access: 'workspace',
    summary: 'The ways out and in, oldest first',
    description:
      'Without a channel of a medium, its messages go to a local outbox and are not sent to anybody.',
    query: closed(pageQuery),
    answer: list(Channel),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/comms/channels',
    tag,
    access: 'workspace:admin',
    summary: 'Connect an SMTP server, Twilio, or the local outbox',
    body: closed({
      name: fields.name,
      medium: oneOf(mediums),
      provider: oneOf(providers, { description: '`smtp` is for email, `twilio` for text.' }),
      from: fields.from,
      settings: Type.Optional(fields.settings),
      credentials: Type.Optional(fields.credentials),
    }),
    answer: one(closed({ ...Channel.properties, hookSecret })),
    refuses: ['name_taken'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/comms/channels/{id}',
    tag,
    access: 'workspace',
    summary: 'One channel',
    params,
    answer: one(Channel),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/comms/channels/{id}',
    tag,
    access: 'workspace:admin',
    summary: 'Change a channel',
    description:
      'Settings and credentials are replaced as a whole. Settings that lead to another host, port or address, or are less secure, take the credentials again.',
    params,
    body: closed(
      {
        name: Type.Optional(fields.name),
        from: Type.Optional(fields.from),
        settings: Type.Optional(fields.settings),
        credentials: Type.Optional(fields.credentials),
      },
      { minProperties: 1 },
    ),
    answer: one(Channel),
    refuses: ['name_taken'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/v1/comms/channels/{id}',
    tag,
    access: 'workspace:admin',
    summary: 'Disconnect a channel',
    description: 'What is pending in it goes out by the next channel of the medium.',
    params,
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/v1/comms/channels/{id}/rotate-secret',
    tag,
    access: 'workspace:admin',
    summary: 'Make a new hook secret; the old one ends at once',
    params,
    answer: one(closed({ ...Channel.properties, hookSecret })),
  }),
  test: operation({
    method: 'POST',
    path: '/v1/comms/channels/{id}/test',
    tag,
    access: 'workspace:admin',
    summary: 'Reach the provider and sign in there, without sending anything',
    params,
    answer: one(
      closed({
        ok: Type.Boolean(),
        error: nullable(
          Type.String({
            description:
              'What went wrong, in words of the service and with the provider’s code; nothing else that the provider wrote.',
          }),
        ),
        ms: Type.Integer(),
      }),
    ),
  }),
}

const OptOut = closed({
  address: Type.String(),
  medium: oneOf(mediums),
  opted_out: Type.Boolean(),
  reason: nullable(Type.String()),
  updated_at: timestamp(),
  updated_by: Type.String({ description: '`user:<crmUserId>`, or `contact`, who said STOP.' }),
})

export const optOutOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/opt-outs',
    tag: 'Opt-outs',
    access: 'workspace',
    summary: 'Who does not want messages, by address',
    query: closed({
      ...pageQuery,
      medium: Type.Optional(oneOf(mediums)),
      address: Type.Optional(text(320)),
      opted_out: Type.Optional(Type.Boolean()),
    }),
    answer: list(OptOut),
    refuses: ['invalid_cursor'],
  }),
  put: operation({
    method: 'PUT',
    path: '/v1/comms/opt-outs',
    tag: 'Opt-outs',
    access: 'workspace',
    summary: 'Say whether an address wants messages',
    body: closed({
      address: text(320),
      medium: oneOf(mediums),
      opted_out: Type.Boolean(),
      reason: Type.Optional(text(500)),
    }),
    answer: one(OptOut),
  }),
}
