import Type from 'typebox'
import { closed, integerId, nullable, oneOf, text, timestamp, uuid } from './common.ts'

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

export const person = 'A `crmUserId`.'

const Call = closed({
  ai_summary: nullable(Type.String()),
  answered_at: nullable(timestamp()),
  duration_seconds: nullable(Type.Integer()),
  ended_at: nullable(timestamp()),
  provider: Type.String(),
  recording_count: Type.Integer(),
  recording_url: nullable(Type.String()),
  result: nullable(oneOf(callResults)),
  started_at: nullable(timestamp()),
  transcript: nullable(Type.String()),
})

const Delivery = closed({
  attempts: Type.Integer(),
  claimed_at: nullable(timestamp()),
  claimed_by: nullable(Type.String({ description: 'The worker that has it.' })),
  error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  next_attempt_at: nullable(timestamp()),
  settled_at: nullable(timestamp()),
  state: oneOf(messageDeliveryStates),
})

const TextFacts = closed({
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  media_count: Type.Integer(),
  provider: Type.String(),
  segment_count: Type.Integer(),
})

export const Message = closed({
  id: integerId(),
  conversation_id: integerId(),
  parent_message_id: nullable(Type.Integer({ description: 'What it answers, or is a retry of.' })),
  medium: oneOf(mediums),
  direction: oneOf(directions),
  status: oneOf(messageStatuses),
  subject: nullable(Type.String()),
  content: Type.String({ description: 'Empty once it is deleted.' }),
  content_html: nullable(Type.String({ description: 'Cleaned; show it in a frame of its own.' })),
  external_id: nullable(Type.String({ description: 'The provider’s id: a SID, or a Message-ID.' })),
  is_deleted: Type.Boolean(),
  sender_id: nullable(Type.Integer({ description: person })),
  sender_name: nullable(Type.String()),
  sender_type: oneOf(senderTypes),
  occurred_at: timestamp('When it was written or came in.'),
  recorded_at: timestamp('When it was stored.'),
  delivered_at: nullable(timestamp()),
  read_at: nullable(timestamp()),
  call: {
    ...nullable(Call),
    description: 'Of a call; otherwise null.',
  } as ReturnType<typeof nullable<typeof Call>>,
  delivery: nullable(Delivery),
  text: nullable(TextFacts),
})

export const Attachment = closed({
  id: uuid('Its bytes: `GET /v1/files/{id}/content`.'),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
})

/** What a message says: in words, or by a template and the record that fills it. */
export const said = {
  content: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'Of text: up to 1600 characters.' }),
  ),
  subject: Type.Optional(text(998, 'Email only.')),
  content_html: Type.Optional(
    Type.String({ maxLength: 500_000, description: 'Email only, with `content`; it is cleaned.' }),
  ),
  template_id: Type.Optional(uuid('In place of `content`; with `definition_key` and `row_id`.')),
  definition_key: Type.Optional(Type.String({ maxLength: 64 })),
  row_id: Type.Optional(uuid()),
  attachments: Type.Optional(
    Type.Array(uuid(), {
      maxItems: 10,
      uniqueItems: true,
      description: 'Ids of files that were uploaded to `/v1/files`: 20 MiB of email, 5 MB of text.',
    }),
  ),
}
