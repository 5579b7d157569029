import Type from 'typebox'
import {
  MOST_ATTACHMENTS,
  MOST_KEY_CHARS,
  MOST_SUBJECT_CHARS,
  MOST_TEXT_CHARS,
} from '../../shared/limits.ts'
import {
  closed,
  crmUserId,
  failedWhy,
  integerId,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { described, named } from '../language/named.ts'

export const mediums = ['text', 'email'] as const
export const directions = ['inbound', 'outbound'] as const
export const senderTypes = ['user', 'contact', 'automation', 'system'] as const
export const messageStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
  'canceled',
  'received',
] as const
export const messageDeliveryStates = [
  'pending',
  'claimed',
  'sent',
  'failed',
  'cancelled',
  'uncertain',
] as const
export const callResults = [
  'completed',
  'busy',
  'no-answer',
  'canceled',
  'failed',
  'voicemail',
] as const
export type Medium = (typeof mediums)[number]
export type MessageStatus = (typeof messageStatuses)[number]
export type DeliveryState = (typeof messageDeliveryStates)[number]
export const Medium = named('Medium', 'Text messages or email.', oneOf(mediums))
export const MessageDirection = named(
  'MessageDirection',
  'Whether the message came in or went out.',
  oneOf(directions),
)
export const SenderType = named('SenderType', 'Who sent the message.', oneOf(senderTypes))
export const MessageStatus = named(
  'MessageStatus',
  'How far the message has got. Inbound messages are `received`.',
  oneOf(messageStatuses),
)

export const CallResult = named('CallResult', 'How a call ended.', oneOf(callResults))

const Call = named(
  'Call',
  'A phone call.',
  closed({
    ai_summary: nullable(Type.String()),
    answered_at: nullable(timestamp()),
    duration_seconds: nullable(Type.Integer()),
    ended_at: nullable(timestamp()),
    provider: Type.String(),
    recording_count: Type.Integer(),
    recording_url: nullable(Type.String()),
    result: nullable(CallResult),
    started_at: nullable(timestamp()),
    transcript: nullable(Type.String()),
  }),
)

const Delivery = named(
  'MessageDelivery',
  'How sending a message is going.',
  closed({
    attempts: Type.Integer(),
    claimed_at: nullable(timestamp()),
    claimed_by: nullable(Type.String({ description: 'The worker that is sending it.' })),
    error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    ...failedWhy,
    next_attempt_at: nullable(timestamp()),
    settled_at: nullable(timestamp()),
    state: named(
      'MessageDeliveryState',
      'How far sending has got. `uncertain`: the provider may or may not have it.',
      oneOf(messageDeliveryStates),
    ),
  }),
)

const TextDetails = named(
  'TextDetails',
  'What a provider reported about a text message.',
  closed({
    error_code: nullable(Type.String()),
    error_message: nullable(Type.String()),
    ...failedWhy,
    media_count: Type.Integer(),
    provider: Type.String(),
    segment_count: Type.Integer(),
  }),
)

export const Message = named(
  'Message',
  'A text, an email or a call in a conversation.',
  closed({
    id: integerId(),
    conversation_id: integerId(),
    parent_message_id: nullable(
      Type.Integer({ description: 'The message it answers or retries.' }),
    ),
    medium: Medium,
    direction: MessageDirection,
    status: MessageStatus,
    subject: nullable(Type.String()),
    content: Type.String({ description: 'The text. Empty if the message is deleted.' }),
    content_html: nullable(
      Type.String({
        description:
          'Sanitised HTML. Show it in a frame of its own. Its images are files of the message: `src` is `/v1/files/{id}/content`.',
      }),
    ),
    external_id: nullable(
      Type.String({ description: 'The provider’s id: a SID, or a Message-ID.' }),
    ),
    is_deleted: Type.Boolean(),
    sender_id: nullable(crmUserId()),
    sender_name: nullable(Type.String()),
    sender_type: SenderType,
    occurred_at: timestamp('When it was written or received.'),
    recorded_at: timestamp('When it was stored.'),
    delivered_at: nullable(timestamp()),
    read_at: nullable(timestamp()),
    call: described(nullable(Call), 'For a call. `null` otherwise.'),
    delivery: nullable(Delivery),
    text: nullable(TextDetails),
  }),
)

/** The content of a message: as text, or from a template and the row that fills it. */
export const messageContent = {
  content: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: `The text; for a text message up to ${MOST_TEXT_CHARS} characters.`,
    }),
  ),
  subject: Type.Optional(text(MOST_SUBJECT_CHARS, 'For email only.')),
  content_html: Type.Optional(
    Type.String({
      maxLength: 500_000,
      description: 'For email only, together with `content`. It is sanitised.',
    }),
  ),
  template_id: Type.Optional(
    uuid('Instead of `content`. Send `definition_key` and `row_id` with it.'),
  ),
  definition_key: Type.Optional(Type.String({ maxLength: MOST_KEY_CHARS })),
  row_id: Type.Optional(uuid()),
  attachments: Type.Optional(
    Type.Array(uuid(), {
      maxItems: MOST_ATTACHMENTS,
      uniqueItems: true,
      description:
        'The ids of files uploaded to `/v1/files`. Together up to 20 MiB for email and 5 MB for text.',
    }),
  ),
}
