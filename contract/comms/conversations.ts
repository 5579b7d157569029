import Type from 'typebox'
import {
  MOST_KEY_CHARS,
  MOST_NOTES_CHARS,
  MOST_RECIPIENTS,
  MOST_SEARCH_CHARS,
  MOST_SUBJECT_CHARS,
} from '../../shared/limits.ts'
import {
  closed,
  crmUserId,
  failedWhy,
  integerId,
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
import { AttachedFile } from '../records/files.ts'
import {
  CallResult,
  directions,
  Medium,
  Message,
  MessageDirection,
  messageContent,
} from './messages.ts'
import { unsavedWords } from './templates.ts'

export const conversationStatuses = ['open', 'snoozed', 'closed'] as const
const ConversationStatus = named(
  'ConversationStatus',
  'Whether somebody still has to deal with the conversation.',
  oneOf(conversationStatuses),
)
const MessageFile = named(
  'MessageFile',
  'A file of a message.',
  closed({
    ...AttachedFile.properties,
    inline: Type.Boolean({ description: 'Whether `content_html` shows it in place.' }),
  }),
)
const LastMessage = named(
  'LastMessage',
  'The last message of a conversation, in short.',
  closed({
    id: integerId(),
    direction: MessageDirection,
    sender_name: nullable(Type.String()),
    excerpt: Type.String({ description: 'The first 300 characters.' }),
    is_call: Type.Boolean(),
  }),
)

export const Conversation = named(
  'Conversation',
  'A thread of messages with one contact.',
  closed({
    id: integerId(),
    medium: Medium,
    address: Type.String({
      description:
        'The contact’s phone number in E.164 form, or email address. A text can also come from a name.',
    }),
    subject: nullable(Type.String({ description: 'For email only.' })),
    status: ConversationStatus,
    snoozed_until: nullable(timestamp()),
    assigned_to: nullable(crmUserId()),
    definition_key: nullable(Type.String()),
    row_id: nullable(uuid('The row that it is about.')),
    unread_count: Type.Integer({
      description: 'How many inbound messages are not marked as read.',
    }),
    last_message_at: nullable(timestamp()),
    last_message: nullable(
      described(LastMessage, 'The last message that is not deleted. `null` if there is none.'),
    ),
  }),
)

const SAID =
  'Send either `content` or `template_id`. The message is queued and sent in the background; `delivery` and `status` show how that goes. Send an `Idempotency-Key`, so that a retry does not send it twice.'
const sendRefusals = [
  'unknown_reference',
  'unknown_column',
  'email_only',
  'template_fields_missing',
  'recipient_opted_out',
] as const

/** Why a recipient does not get a message of several. */
export const sendReasons = [
  'address_invalid',
  'address_repeated',
  'recipient_opted_out',
  'template_fields_missing',
  'too_long',
] as const
const SentMessages = named(
  'SentMessages',
  'The messages that a template made, and the recipients that get none.',
  closed({
    messages: Type.Array(
      closed({ row_id: uuid(), message_id: integerId(), conversation_id: integerId() }),
      { description: 'The messages that are queued, in the order of the recipients.' },
    ),
    refused: Type.Array(
      closed({
        row_id: uuid(),
        reason: named(
          'SendReason',
          'Why a recipient does not get the message.',
          oneOf(sendReasons),
        ),
        message: Type.String({ description: 'The reason, in a sentence.' }),
        values: failedWhy.values,
      }),
      { description: 'The recipients that get no message.' },
    ),
  }),
)

const tag = 'Conversations'
const params = closed({ id: parameter('ConversationId', integerId('The conversation’s id.')) })
const messageParams = closed({ id: parameter('MessageId', integerId('The message’s id.')) })
const snoozed = {
  status: Type.Optional(ConversationStatus),
  snoozed_until: Type.Optional(nullable(timestamp('When it opens again.'))),
  assigned_to: Type.Optional(nullable(crmUserId())),
}
const record = {
  definition_key: Type.Optional(nullable(Type.String({ maxLength: MOST_KEY_CHARS }))),
  row_id: Type.Optional(nullable(uuid())),
}

export const conversationOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/conversations',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'List the conversations, last active first',
    description: 'All filters must match. Use `assigned_to=me` and `unread=true` for an inbox.',
    query: named(
      'ConversationsQuery',
      'Which conversations to list.',
      closed({
        ...pageQuery,
        medium: Type.Optional(Medium),
        status: Type.Optional(ConversationStatus),
        assigned_to: Type.Optional(
          Type.String({
            pattern: '^(?:me|none|[1-9]\\d{0,9})$',
            description: '`me`, `none` or a `crmUserId`.',
          }),
        ),
        unread: Type.Optional(
          Type.Boolean({
            description: 'Only conversations with unread messages, or only those without.',
          }),
        ),
        row_id: Type.Optional(uuid('Only conversations about this row.')),
        address: Type.Optional(text(320, 'Only conversations with this number or email address.')),
        search: Type.Optional(
          text(
            MOST_SEARCH_CHARS,
            'Finds conversations whose messages, subject or address contain this, in upper or lower case. A phone number may be written in any way: `(312) 555-0188`, `555-0188`.',
          ),
        ),
      }),
    ),
    answer: list(Conversation),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/comms/conversations',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Open a conversation without a message',
    description:
      'For text, an address has one conversation; opening a second one is refused. For email it can have several. To send at once, use `POST /v1/comms/send`.',
    example: { medium: 'email', address: 'rosa@acmebakery.example', subject: 'Your application' },
    body: named(
      'NewConversation',
      'A conversation to be opened.',
      closed({
        medium: Medium,
        address: text(320),
        subject: Type.Optional(text(MOST_SUBJECT_CHARS, 'For email only.')),
        assigned_to: snoozed.assigned_to,
        ...record,
      }),
    ),
    answer: one(Conversation),
    refuses: ['unknown_reference', 'email_only', 'conversation_exists'],
  }),
  get: operation({
    method: 'GET',
    path: '/v1/comms/conversations/{id}',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'Get one conversation',
    description:
      'Returns the conversation with its last message in short. Its messages are listed separately.',
    params,
    answer: one(Conversation),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/comms/conversations/{id}',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Assign, snooze, close or reopen a conversation, or link it to a row',
    description:
      'Changes only the fields that are sent. An inbound message reopens a closed or snoozed conversation. Without `snoozed_until`, `snoozed` lasts until one comes in. Send `definition_key` and `row_id` together; both `null` unlink it.',
    params,
    example: { status: 'snoozed', snoozed_until: '2030-01-07T14:00:00Z' },
    body: named(
      'ConversationChange',
      'The fields of a conversation to change.',
      closed(
        {
          ...snoozed,
          subject: Type.Optional(text(MOST_SUBJECT_CHARS, 'For email only.')),
          ...record,
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(Conversation),
    refuses: ['unknown_reference', 'email_only'],
  }),
  markRead: operation({
    method: 'POST',
    path: '/v1/comms/conversations/{id}/read',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Mark a conversation as read',
    description: 'Marks all inbound messages as read, for everybody.',
    params,
    answer: one(Conversation),
  }),
  listMessages: operation({
    method: 'GET',
    path: '/v1/comms/conversations/{id}/messages',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'List the messages of a conversation, oldest first',
    description:
      'With `sort=-id` the newest come first. Deleted messages stay in the list, without their text.',
    params,
    query: named(
      'MessagesQuery',
      'Which messages to list, and in which order.',
      closed({
        ...pageQuery,
        sort: Type.Optional(oneOf(['id', '-id'], { description: '`-id` lists the newest first.' })),
        search: Type.Optional(
          text(MOST_SEARCH_CHARS, 'Finds messages that contain this, in upper or lower case.'),
        ),
      }),
    ),
    answer: list(Message),
    refuses: ['invalid_cursor'],
  }),
  reply: operation({
    method: 'POST',
    path: '/v1/comms/conversations/{id}/messages',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Reply in a conversation',
    description: `Replies by text or email, like the conversation. ${SAID} An email without a subject gets the conversation’s, with \`Re:\` in front.`,
    params,
    example: { content: 'Thank you, we have everything that we need.' },
    body: named(
      'NewReply',
      'A message to be sent in a conversation.',
      closed({ ...messageContent, parent_message_id: Type.Optional(Type.Integer()) }),
    ),
    answer: one(Message),
    refuses: [...sendRefusals, 'recipient_unwritable'],
  }),
  send: operation({
    method: 'POST',
    path: '/v1/comms/send',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Send a message to an address',
    description: `Finds the open conversation with the address, or opens one. ${SAID} A phone number has one conversation; an email joins the last active conversation with its address that is not closed. A conversation that is new, or about no row yet, is then about the row that \`definition_key\` and \`row_id\` name. An email about a row joins no conversation about another row.`,
    example: {
      medium: 'text',
      to: '+14155550199',
      content: 'Hi Rosa, your documents arrived. Dana at Harborline',
    },
    body: named(
      'NewMessage',
      'A message to be sent to an address.',
      closed({
        medium: Medium,
        to: text(
          400,
          'One phone number or one email address, which may have a name: `Bob <bob@example.com>`.',
        ),
        channel_id: Type.Optional(
          uuid(
            'The channel to send through. The default is the conversation’s, or the first one of the medium.',
          ),
        ),
        ...messageContent,
      }),
    ),
    answer: one(Message),
    refuses: sendRefusals,
  }),
  sendMany: operation({
    method: 'POST',
    path: '/v1/comms/send-many',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: `Send a message with merge fields to up to ${MOST_RECIPIENTS} recipients`,
    description:
      'Fills a template, or `content` with `medium` and `definition_key`, from the row of each recipient and sends it to the address. Both keep the recipients’ quiet hours. Conversations are found or opened as in `POST /v1/comms/send`. Recipients that cannot get a message are in `refused`, each with a reason, and the others get theirs. Two recipients with one address get one message. Send an `Idempotency-Key`, so that a retry does not send anything twice.',
    example: {
      medium: 'email',
      definition_key: 'leads',
      subject: 'Rates from December',
      content: 'Hello {{contact|there}}, our new rates are below.',
      recipients: [
        { to: 'rosa@acmebakery.example', row_id: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10' },
        { to: 'ty@millworks.example', row_id: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f11' },
      ],
    },
    body: named(
      'NewMessages',
      'A template to be sent to several recipients, or a message that is written for them.',
      closed({
        template_id: Type.Optional(uuid('Instead of `content` and what goes with it.')),
        medium: Type.Optional(unsavedWords.medium),
        definition_key: Type.Optional(unsavedWords.definition_key),
        subject: unsavedWords.subject,
        content: Type.Optional(unsavedWords.content),
        content_html: unsavedWords.content_html,
        channel_id: Type.Optional(
          uuid('The channel to send through, as in `POST /v1/comms/send`.'),
        ),
        recipients: Type.Array(
          closed({
            to: Type.String({
              maxLength: 400,
              description: 'A phone number, or an email address, which may have a name.',
            }),
            row_id: uuid('The row that fills the template.'),
          }),
          { minItems: 1, maxItems: MOST_RECIPIENTS },
        ),
      }),
    ),
    answer: one(SentMessages),
    refuses: ['unknown_reference', 'unknown_column', 'email_only'],
  }),
  logCall: operation({
    method: 'POST',
    path: '/v1/comms/calls',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Log a call that somebody made or took',
    description:
      'Keeps a call in the conversation with its number, which is opened if there is none. It calls nobody. A conversation that is new, or about no row yet, is then about the row that `definition_key` and `row_id` name.',
    example: {
      number: '+14155550199',
      direction: 'outbound',
      result: 'completed',
      content: 'Wants to close before the holidays.',
      duration_seconds: 340,
    },
    body: named(
      'NewCall',
      'A call to be logged.',
      closed({
        number: text(320, 'The phone number of the other person.'),
        direction: Type.Optional(
          oneOf(directions, {
            description: '`inbound` if they called. The default is `outbound`.',
          }),
        ),
        result: Type.Optional(CallResult),
        content: Type.Optional(
          Type.String({ maxLength: MOST_NOTES_CHARS, description: 'What was said.' }),
        ),
        started_at: Type.Optional(
          timestamp('When it began. The default is now, less `duration_seconds`.'),
        ),
        duration_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
        definition_key: Type.Optional(Type.String({ maxLength: MOST_KEY_CHARS })),
        row_id: Type.Optional(uuid()),
      }),
    ),
    answer: one(Message),
    refuses: ['unknown_reference'],
  }),
  getMessage: operation({
    method: 'GET',
    path: '/v1/comms/messages/{id}',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'Get one message',
    description: 'Returns the message and the state of its delivery.',
    params: messageParams,
    answer: one(Message),
  }),
  listAttachments: operation({
    method: 'GET',
    path: '/v1/comms/messages/{id}/attachments',
    tag,
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'List the files of a message',
    description:
      'Returns the name, size and type of each. Download one with `GET /v1/files/{id}/content`.',
    params: messageParams,
    query: PageQuery,
    answer: list(MessageFile),
    refuses: ['invalid_cursor'],
  }),
  removeMessage: operation({
    method: 'DELETE',
    path: '/v1/comms/messages/{id}',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Delete a message',
    description:
      'It keeps its place in the conversation, without its text. If it is still waiting to be sent, it is cancelled. Its files are no longer listed.',
    params: messageParams,
  }),
  retry: operation({
    method: 'POST',
    path: '/v1/comms/messages/{id}/retry',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Send a failed message again',
    description:
      'For messages that failed, were not delivered or are uncertain. It is sent as a new message whose `parent_message_id` names the first one. While there is a retry, only the retry can be retried.',
    params: messageParams,
    answer: one(Message),
    refuses: ['not_retryable', 'recipient_opted_out'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/v1/comms/messages/{id}/cancel',
    tag,
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Cancel a message that is not being sent yet',
    description: 'Refused with `not_cancelable` once sending has begun.',
    params: messageParams,
    answer: one(Message),
    refuses: ['not_cancelable'],
  }),
}
