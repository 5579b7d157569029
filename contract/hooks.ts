import Type from 'typebox'
import { closed, one, uuid } from './common.ts'
import { operation } from './operation.ts'

const tag = 'Hooks'
const params = closed({ channelId: uuid() })
const TWILIO = 'application/x-www-form-urlencoded'
const XML = 'text/xml; charset=utf-8'
const MIB = 1024 * 1024
const SIGNED = 'Signed by the provider (`X-Twilio-Signature`); a repeated one changes nothing more.'

/** What providers send. They don't sign in: the channel's secret, or its provider's signature, says who they are. */
export const hookOperations = {
  inbound: operation({
    method: 'POST',
    path: '/v1/hooks/{channelId}/inbound',
    tag,
    access: 'public',
    summary: 'A message came in',
    description: `Of an email channel: raw MIME (\`message/rfc822\`) under \`Authorization: Bearer <hookSecret>\`. Of a text channel: Twilio’s form. ${SIGNED}`,
    params,
    consumes: ['message/rfc822', TWILIO],
    answer: one(
      closed({
        message_id: Type.Union([Type.Integer(), Type.Null()]),
        conversation_id: Type.Union([Type.Integer(), Type.Null()]),
      }),
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
    summary: 'What became of a text',
    description: `It only raises a message’s status. ${SIGNED}`,
    params,
    consumes: [TWILIO],
    produces: [XML],
    refuses: ['unauthenticated', 'invalid_message'],
  }),
  voice: operation({
    method: 'POST',
    path: '/v1/hooks/{channelId}/voice',
    tag,
    access: 'public',
    summary: 'What became of a call',
    description: `A call is a message of the number’s thread, with \`call\`. ${SIGNED}`,
    params,
    consumes: [TWILIO],
    produces: [XML],
    refuses: ['unauthenticated', 'invalid_message'],
  }),
  media: operation({
    method: 'GET',
    path: '/v1/hooks/{channelId}/media/{token}',
    tag,
    access: 'public',
    summary: 'A file of a text, for its provider to fetch',
    description:
      'The address is made when a text with files is handed over, says sealed what it leads to, and leads there for an hour. The file comes as an attachment, under the type that it was uploaded with.',
    params: closed({
      channelId: uuid(),
      token: Type.String({ maxLength: 400, pattern: '^[A-Za-z0-9_-]+$' }),
    }),
    produces: ['application/octet-stream', '*/*'],
  }),
}
