import Type from 'typebox'
import {
  closed,
  integerId,
  list,
  nullable,
  one,
  oneOf,
  pageQuery,
  text,
  timestamp,
  uuid,
} from './common.ts'
import { Attachment, directions, Message, mediums, person, said } from './messages.ts'
import { operation } from './operation.ts'

export const conversationStatuses = ['open', 'snoozed', 'closed'] as const
export const Conversation = closed({
  id: integerId(),
  medium: oneOf(mediums),
  address: Type.String({
    description: 'Of the contact: a number in E.164 form, or an email address.',
  }),
  subject: nullable(Type.String({ description: 'Of email.' })),
  status: oneOf(conversationStatuses),
  snoozed_until: nullable(timestamp()),
  assigned_to: nullable(Type.Integer({ description: person })),
  definition_key: nullable(Type.String()),
  row_id: nullable(uuid('The record that it is about.')),
  unread_count: Type.Integer({ description: 'Inbound messages that nobody marked read.' }),
  last_message_at: nullable(timestamp()),
  last_message: nullable(
    closed(
      {
        id: integerId(),
        direction: oneOf(directions),
        sender_name: nullable(Type.String()),
        excerpt: Type.String({ description: 'How it begins, in up to 300 characters.' }),
        is_call: Type.Boolean(),
      },
      { description: 'The last one that was not deleted; `null` where there is none.' },
    ),
  ),
})

const SAID =
  'Exactly one of `content` and `template_id`. It is queued, and sent by a worker; `delivery` and `status` tell what becomes of it.'
const sendRefusals = [
  'unknown_reference',
  'unknown_column',
  'email_only',
  'template_fields_missing',
  'recipient_opted_out',
] as const

const tag = 'Conversations'
const params = closed({ id: integerId() })
const snoozed = {
  status: Type.Optional(oneOf(conversationStatuses)),
  snoozed_until: Type.Optional(nullable(timestamp('It is open again from then on.'))),
  assigned_to: Type.Optional(nullable(Type.Integer({ description: person }))),
}
const record = {
  definition_key: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  row_id: Type.Optional(nullable(uuid())),
}

export const conversationOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/conversations',
    tag,
    access: 'workspace',
    summary: 'The threads, the last active first',
    query: closed({
      ...pageQuery,
      medium: Type.Optional(oneOf(mediums)),
      status: Type.Optional(oneOf(conversationStatuses)),
      assigned_to: Type.Optional(
        Type.String({
          pattern: '^(?:me|none|[1-9]\\d{0,9})$',
          description: '`me`, `none` or a `crmUserId`.',
        }),
      ),
      unread: Type.Optional(Type.Boolean()),
      row_id: Type.Optional(uuid()),
      address: Type.Optional(text(320)),
      search: Type.Optional(
        text(200, 'Text that a message of it, its subject or its address has, in any case.'),
      ),
    }),
    answer: list(Conversation),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/comms/conversations',
    tag,
    access: 'workspace',
    summary: 'Open a thread without a message',
    description: 'Of text an address has one thread; of email it may have several.',
    body: closed({
      medium: oneOf(mediums),
      address: text(320),
      subject: Type.Optional(text(998, 'Email only.')),
      assigned_to: snoozed.assigned_to,
      ...record,
    }),
    answer: one(Conversation),
    refuses: ['unknown_reference', 'email_only', 'conversation_exists'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/comms/conversations/{id}',
    tag,
    access: 'workspace',
    summary: 'One thread',
    params,
    answer: one(Conversation),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/comms/conversations/{id}',
    tag,
    access: 'workspace',
    summary: 'Assign, snooze, close or reopen a thread, or link it to a record',
    description:
      'An inbound message opens a closed or snoozed one again. `snoozed` without `snoozed_until` lasts until then. `definition_key` and `row_id` go together: both null unlink it.',
    params,
    body: closed(
      { ...snoozed, subject: Type.Optional(text(998, 'Email only.')), ...record },
      { minProperties: 1 },
    ),
    answer: one(Conversation),
    refuses: ['unknown_reference', 'email_only'],
  }),
  markRead: operation({
    method: 'POST',
    path: '/v1/comms/conversations/{id}/read',
    tag,
    access: 'workspace',
    summary: 'Mark its inbound messages read',
    params,
    answer: one(Conversation),
  }),
  listMessages: operation({
    method: 'GET',
    path: '/v1/comms/conversations/{id}/messages',
    tag,
    access: 'workspace',
    summary: 'Its messages, oldest first',
    params,
    query: closed({
      ...pageQuery,
      sort: Type.Optional(oneOf(['id', '-id'], { description: '`-id`: newest first.' })),
      search: Type.Optional(text(200, 'Text that a message has, in any case.')),
    }),
    answer: list(Message),
    refuses: ['invalid_cursor'],
  }),
  reply: operation({
    method: 'POST',
    path: '/v1/comms/conversations/{id}/messages',
    tag,
    access: 'workspace',
    summary: 'Answer: by text or email, as the thread is',
    description: `${SAID} An email without a subject has the thread’s, after \`Re:\`.`,
    params,
    body: closed({ ...said, parent_message_id: Type.Optional(Type.Integer()) }),
    answer: one(Message),
    refuses: sendRefusals,
  }),
  send: operation({
    method: 'POST',
    path: '/v1/comms/send',
    tag,
    access: 'workspace',
    summary: 'Send to an address: finds its open thread, or opens one',
    description: `${SAID} A number has one thread; an email joins the last active thread with its address that is not closed. \`definition_key\` and \`row_id\` say what a thread that is opened is about.`,
    body: closed({
      medium: oneOf(mediums),
      to: text(320, 'One number or one email address.'),
      channel_id: Type.Optional(
        uuid('The channel; otherwise the thread’s, or the first of the medium.'),
      ),
      ...said,
    }),
    answer: one(Message),
    refuses: sendRefusals,
  }),
  getMessage: operation({
    method: 'GET',
    path: '/v1/comms/messages/{id}',
    tag,
    access: 'workspace',
    summary: 'One message',
    params,
    answer: one(Message),
  }),
  listAttachments: operation({
    method: 'GET',
    path: '/v1/comms/messages/{id}/attachments',
    tag,
    access: 'workspace',
    summary: 'The files of a message',
    params,
    query: closed(pageQuery),
    answer: list(Attachment),
    refuses: ['invalid_cursor'],
  }),
  removeMessage: operation({
    method: 'DELETE',
    path: '/v1/comms/messages/{id}',
    tag,
    access: 'workspace',
    summary: 'Delete a message: it stays in its place, without its words',
    description: 'One that is still pending is cancelled. Its files are listed no more.',
    params,
  }),
  retry: operation({
    method: 'POST',
    path: '/v1/comms/messages/{id}/retry',
    tag,
    access: 'workspace',
    summary: 'Send what failed once more, as a new message',
    description:
      'Of failed, undelivered and uncertain ones. `parent_message_id` names the first. While a retry stands, that is what may be retried in its place.',
    params,
    answer: one(Message),
    refuses: ['not_retryable', 'recipient_opted_out'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/v1/comms/messages/{id}/cancel',
    tag,
    access: 'workspace',
    summary: 'Take back what is not on its way yet',
    params,
    answer: one(Message),
    refuses: ['not_cancelable'],
  }),
}
