import Type from 'typebox'
import { MOST_NAME_CHARS, MOST_REMARK_CHARS } from '../../shared/limits.ts'
import {
  closed,
  failedWhy,
  list,
  nullable,
  one,
  oneOf,
  PageQuery,
  pageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { Medium } from './messages.ts'

export const providers = ['smtp', 'twilio', 'local'] as const
export type ProviderName = (typeof providers)[number]
const Provider = named(
  'ChannelProvider',
  'Where messages go: an SMTP server, Twilio, or the local outbox.',
  oneOf(providers),
)

const settings = named(
  'ChannelSettings',
  'How to reach the provider. Each field applies to one of the providers.',
  closed({
    host: Type.Optional(
      text(
        255,
        'For smtp. A private address is refused, here and at every connection, unless the operator allows it (`OUTBOUND_ALLOW`).',
      ),
    ),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535, description: 'For smtp.' })),
    security: Type.Optional(
      oneOf(['none', 'starttls', 'tls'], {
        description: 'For smtp: `starttls` requires STARTTLS; `tls` encrypts from the first byte.',
      }),
    ),
    messagesPerMinute: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'The most messages to send in a minute. No limit by default.',
      }),
    ),
    accountSid: Type.Optional(text(64, 'For twilio.')),
    baseUrl: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: '^https?://',
        description:
          'For twilio: the URL of a service with the same API. The default is Twilio’s own. Private addresses are refused as for `host`.',
      }),
    ),
  }),
)
const credentials = named(
  'ChannelCredentials',
  'How to sign in at the provider. The API never returns them.',
  closed({
    user: Type.Optional(text(320, 'For smtp.')),
    pass: Type.Optional(text(1000, 'For smtp.')),
    authToken: Type.Optional(text(200, 'For twilio.')),
  }),
)

const Channel = named(
  'Channel',
  'A provider that texts or emails are sent and received through.',
  closed({
    id: uuid(),
    name: Type.String(),
    medium: Medium,
    provider: Provider,
    from: Type.String({
      description:
        'The number or address that messages are sent from. An email address may have the desk’s name: `Harborline <desk@example.com>`.',
    }),
    settings,
    hasCredentials: Type.Boolean({
      description: 'Whether credentials are stored. The API never returns them.',
    }),
    hookUrl: Type.String({
      description:
        'Where to send inbound messages: raw MIME with `Authorization: Bearer <hookSecret>`. For twilio: the address for its signed webhooks, with `…/status` and `…/voice` beside it.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  }),
)
const hookSecret = Type.String({
  description: 'The secret for `hookUrl`. It is shown in this answer only.',
})

const ChannelWithSecret = named(
  'ChannelWithSecret',
  'A channel, with the secret that was just made for it.',
  closed({ ...Channel.properties, hookSecret }),
)

const fields = {
  name: text(MOST_NAME_CHARS),
  from: text(
    400,
    'A number, or an email address, which may have a name. Without one, email is from the workspace’s name.',
  ),
  settings,
  credentials,
}
const tag = 'Channels'
const params = closed({ id: parameter('ChannelId', uuid('The channel’s id.')) })

export const channelOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/channels',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'List the channels, oldest first',
    description: 'Messages of a medium that has no channel go to a local outbox and reach nobody.',
    query: PageQuery,
    answer: list(Channel),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/comms/channels',
    tag,
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Connect an SMTP server, Twilio or the local outbox',
    description:
      'The answer shows `hookSecret`, once. Set up `hookUrl` at the provider to receive messages, and test the channel afterwards.',
    example: {
      name: 'Office mail',
      medium: 'email',
      provider: 'smtp',
      from: 'Harborline Desk <desk@harborline.example>',
      settings: { host: 'mail.harborline.example', port: 587, security: 'starttls' },
      credentials: { user: 'desk@harborline.example', pass: 'the password of the mailbox' },
    },
    body: named(
      'NewChannel',
      'A channel to be connected.',
      closed({
        name: fields.name,
        medium: Medium,
        provider: described(Provider, '`smtp` is for email, `twilio` for text.'),
        from: fields.from,
        settings: Type.Optional(fields.settings),
        credentials: Type.Optional(fields.credentials),
      }),
    ),
    answer: one(ChannelWithSecret),
    refuses: ['name_taken'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/comms/channels/{id}',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'Get one channel',
    description: 'Returns the settings of the channel, without its credentials.',
    params,
    answer: one(Channel),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/comms/channels/{id}',
    tag,
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Change a channel',
    description:
      'Changes only the fields that are sent; settings and credentials are each replaced as a whole. Settings that lead to another host, port or address, or that are less secure, need the credentials again.',
    params,
    example: {
      name: 'Office mail',
      settings: {
        host: 'mail.harborline.example',
        port: 587,
        security: 'starttls',
        messagesPerMinute: 60,
      },
    },
    body: named(
      'ChannelChange',
      'The fields of a channel to change.',
      closed(
        {
          name: Type.Optional(fields.name),
          from: Type.Optional(fields.from),
          settings: Type.Optional(fields.settings),
          credentials: Type.Optional(fields.credentials),
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(Channel),
    refuses: ['name_taken'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/v1/comms/channels/{id}',
    tag,
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Disconnect a channel',
    description:
      'Messages that are waiting in it are sent through the next channel of the same medium.',
    params,
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/v1/comms/channels/{id}/rotate-secret',
    tag,
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Make a new hook secret',
    description:
      'The old one stops working at once. The answer shows the new one, once; set it at the provider.',
    params,
    answer: one(ChannelWithSecret),
  }),
  test: operation({
    method: 'POST',
    path: '/v1/comms/channels/{id}/test',
    tag,
    access: 'workspace:admin',
    scope: 'workspace:write',
    summary: 'Test a channel',
    description:
      'Connects to the provider and signs in there, without sending anything. `ok` is false if that fails, and `error` says why.',
    params,
    answer: one(
      named(
        'ChannelTest',
        'How the test of a channel went.',
        closed({
          ok: Type.Boolean(),
          error: nullable(
            Type.String({
              description:
                'What went wrong, with the provider’s error code. Nothing else of the provider’s answer is included.',
            }),
          ),
          ...failedWhy,
          ms: Type.Integer(),
        }),
      ),
    ),
  }),
}

const OptOut = named(
  'OptOut',
  'Whether an address wants to be messaged.',
  closed({
    address: Type.String(),
    medium: Medium,
    opted_out: Type.Boolean(),
    reason: nullable(Type.String()),
    updated_at: timestamp(),
    updated_by: Type.String({
      description: '`user:<crmUserId>`, or `contact` if they replied STOP.',
    }),
  }),
)

export const optOutOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/opt-outs',
    tag: 'Opt-outs',
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'List the opt-outs, by address',
    description:
      'Lists addresses that somebody has set, or that replied STOP. `opted_out` tells whether an address is opted out now.',
    query: named(
      'OptOutsQuery',
      'Which addresses to list.',
      closed({
        ...pageQuery,
        medium: Type.Optional(Medium),
        address: Type.Optional(text(320, 'Only this number or email address.')),
        opted_out: Type.Optional(
          Type.Boolean({
            description: 'Only addresses that are opted out, or only those that are not.',
          }),
        ),
      }),
    ),
    answer: list(OptOut),
    refuses: ['invalid_cursor'],
  }),
  put: operation({
    method: 'PUT',
    path: '/v1/comms/opt-outs',
    tag: 'Opt-outs',
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Set whether an address wants messages',
    description:
      'Messages to an address that is opted out are refused with `recipient_opted_out`. Setting it again replaces what was there.',
    example: {
      address: '+14155550199',
      medium: 'text',
      opted_out: true,
      reason: 'Asked on the phone',
    },
    body: named(
      'OptOutChange',
      'Whether an address wants messages.',
      closed({
        address: text(320),
        medium: Medium,
        opted_out: Type.Boolean(),
        reason: Type.Optional(text(MOST_REMARK_CHARS)),
      }),
    ),
    answer: one(OptOut),
  }),
}
