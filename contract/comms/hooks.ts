import Type from 'typebox'
import { closed, one, uuid } from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'

const tag = 'Hooks'
const channelId = parameter('HookChannelId', uuid('The channel’s id.'))
const params = closed({ channelId })
const TWILIO = 'application/x-www-form-urlencoded'
const XML = 'text/xml; charset=utf-8'
const MIB = 1024 * 1024
const SIGNED =
  'Requests from Twilio must be signed (`X-Twilio-Signature`). A repeated request changes nothing.'

/** Requests from providers. They don't sign in: the channel's secret or the provider's signature identifies them. */
export const hookOperations = {
  inbound: operation({
    method: 'POST',
    path: '/v1/hooks/{channelId}/inbound',
    tag,
    access: 'public',
    summary: 'Receive a message',
    description: `For an email channel: raw MIME (\`message/rfc822\`) with \`Authorization: Bearer <hookSecret>\`. For a text channel: Twilio’s form. The message joins the conversation with its sender, or opens one. ${SIGNED}`,
    params,
    consumes: ['message/rfc822', TWILIO],
    formExample: {
      'message/rfc822':
        'From: Rosa <rosa@acmebakery.example>\r\nTo: desk@harborline.example\r\nSubject: Statements\r\n\r\nThey are attached.',
      [TWILIO]: 'MessageSid=SM1&From=%2B14155550199&To=%2B14155550100&Body=Thanks',
    },
    answer: one(
      named(
        'InboundMessage',
        'The message that was stored. Both are `null` if nothing was.',
        closed({
          message_id: Type.Union([Type.Integer(), Type.Null()]),
          conversation_id: Type.Union([Type.Integer(), Type.Null()]),
        }),
      ),
    ),
    produces: [XML],
    bodyLimit: 30 * MIB,
    refuses: ['unauthenticated', 'invalid_message'],
  }),
  status: operation({
    method: 'POST',
    path: '/v1/hooks/{channelId}/status',
    tag,
    access: 'public',
    summary: 'Receive the status of a text',
    description: `Twilio calls it as a text is sent and delivered. The status of a message only moves forward. ${SIGNED}`,
    params,
    consumes: [TWILIO],
    formExample: { [TWILIO]: 'MessageSid=SM1&MessageStatus=delivered' },
    produces: [XML],
    refuses: ['unauthenticated', 'invalid_message'],
  }),
  voice: operation({
    method: 'POST',
    path: '/v1/hooks/{channelId}/voice',
    tag,
    access: 'public',
    summary: 'Receive the status of a call',
    description: `A call appears as a message with \`call\` in the conversation with the number. ${SIGNED}`,
    params,
    consumes: [TWILIO],
    formExample: {
      [TWILIO]:
        'CallSid=CA1&CallStatus=completed&From=%2B14155550199&To=%2B14155550100&CallDuration=340',
    },
    produces: [XML],
    refuses: ['unauthenticated', 'invalid_message'],
  }),
  media: operation({
    method: 'GET',
    path: '/v1/hooks/{channelId}/media/{token}',
    tag,
    access: 'public',
    summary: 'Let a provider fetch a file of a text',
    description:
      'The address is created when a text with files is handed to the provider, and works for an hour. It is encrypted and names only that file. The file is sent as an attachment, with the type it was uploaded with. `Range` gets a part of it.',
    params: closed({
      channelId,
      token: Type.String({
        maxLength: 400,
        pattern: '^[A-Za-z0-9_-]+$',
        description: 'Names the file and the time until which the address works, encrypted.',
      }),
    }),
    produces: ['application/octet-stream', '*/*'],
    refuses: ['range_not_satisfiable'],
  }),
}
