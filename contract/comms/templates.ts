import Type from 'typebox'
import { MOST_KEY_CHARS, MOST_NAME_CHARS, MOST_SUBJECT_CHARS } from '../../shared/limits.ts'
import {
  closed,
  list,
  nullable,
  one,
  pageQuery,
  text,
  timestamp,
  uuid,
} from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { operation } from '../language/operation.ts'
import { Medium } from './messages.ts'

const params = closed({ id: parameter('TemplateId', uuid('The template’s id.')) })

const Template = named(
  'Template',
  'A text or email with merge fields.',
  closed({
    id: uuid(),
    name: Type.String(),
    medium: Medium,
    definition_key: Type.String({ description: 'The board or page whose rows fill it.' }),
    subject: nullable(Type.String()),
    content: Type.String(),
    content_html: nullable(Type.String()),
    fields: Type.Array(Type.String(), {
      description: 'The columns it uses, as far as the caller can see them.',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
)
const written = {
  name: text(MOST_NAME_CHARS),
  subject: text(MOST_SUBJECT_CHARS, 'For email only.'),
  content: text(
    100_000,
    'The text, with merge fields: `{{column}}`, or `{{column|default}}` for a default when the cell is empty.',
  ),
  content_html: Type.String({
    maxLength: 500_000,
    description: 'For email only. It is sanitised.',
  }),
}
/** A message with merge fields that is not kept as a template. */
export const unsavedWords = {
  medium: Medium,
  definition_key: Type.String({
    maxLength: MOST_KEY_CHARS,
    description: 'The board or page whose rows fill it.',
  }),
  subject: Type.Optional(written.subject),
  content: written.content,
  content_html: Type.Optional(written.content_html),
}
const TemplatePreview = named(
  'TemplatePreview',
  'A message as a template makes it from a row.',
  closed({
    subject: nullable(Type.String()),
    content: Type.String(),
    content_html: nullable(Type.String()),
    segment_count: nullable(
      Type.Integer({ description: 'For text: how many segments it is sent as.' }),
    ),
    missing: Type.Array(Type.String(), {
      description: 'Merge fields that are empty and have no default.',
    }),
  }),
)
const templateRefusals = [
  'unknown_reference',
  'unknown_column',
  'email_only',
  'name_taken',
] as const

export const templateOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/comms/templates',
    tag: 'Templates',
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'List the templates, oldest first',
    description: 'With `medium`, only those for text or for email.',
    query: closed({ ...pageQuery, medium: Type.Optional(Medium) }),
    answer: list(Template),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/comms/templates',
    tag: 'Templates',
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Create a template',
    description:
      'Merge fields name columns of the board or page in `definition_key`. A field that names no column is refused.',
    example: {
      name: 'Documents arrived',
      medium: 'email',
      definition_key: 'leads',
      subject: 'Your documents arrived',
      content: 'Hello {{contact|there}}, we have what we need.',
    },
    body: named(
      'NewTemplate',
      'A template to be created.',
      closed({
        name: written.name,
        medium: Medium,
        definition_key: Type.String({ maxLength: MOST_KEY_CHARS }),
        subject: Type.Optional(written.subject),
        content: written.content,
        content_html: Type.Optional(written.content_html),
      }),
    ),
    answer: one(Template),
    refuses: templateRefusals,
  }),
  get: operation({
    method: 'GET',
    path: '/v1/comms/templates/{id}',
    tag: 'Templates',
    access: 'workspace',
    scope: 'conversations:read',
    summary: 'Get one template',
    description: 'Returns the template with the columns it uses.',
    params,
    answer: one(Template),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/comms/templates/{id}',
    tag: 'Templates',
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Change a template',
    description:
      'Changes only the fields that are sent. Messages that were sent with it stay as they are.',
    params,
    example: { subject: 'We have your documents' },
    body: named(
      'TemplateChange',
      'The fields of a template to change.',
      closed(
        {
          name: Type.Optional(written.name),
          subject: Type.Optional(nullable(written.subject)),
          content: Type.Optional(written.content),
          content_html: Type.Optional(nullable(written.content_html)),
        },
        { minProperties: 1 },
      ),
    ),
    answer: one(Template),
    refuses: ['unknown_column', 'email_only', 'name_taken'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/v1/comms/templates/{id}',
    tag: 'Templates',
    access: 'workspace',
    scope: 'conversations:write',
    summary: 'Delete a template',
    description: 'Messages that were sent with it stay.',
    params,
  }),
  preview: operation({
    method: 'POST',
    path: '/v1/comms/templates/{id}/preview',
    tag: 'Templates',
    access: 'any-seat',
    scope: 'conversations:read',
    summary: 'Preview a template with a row',
    description:
      'Returns the message as it would be sent for that row, and the merge fields that would be empty. Nothing is sent.',
    params,
    example: { row_id: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10' },
    body: closed({ row_id: uuid() }),
    answer: one(TemplatePreview),
    refuses: ['unknown_reference', 'unknown_column'],
  }),
  previewWords: operation({
    method: 'POST',
    path: '/v1/comms/preview',
    tag: 'Templates',
    access: 'any-seat',
    scope: 'conversations:read',
    summary: 'Preview a message with merge fields',
    description:
      'Returns what `POST /v1/comms/send-many` would send for that row, and the merge fields that would be empty. Nothing is sent or kept.',
    example: {
      medium: 'text',
      definition_key: 'leads',
      content: 'Hi {{contact|there}}, your documents arrived.',
      row_id: '0190b6a0-4f2e-7c31-9d1a-6a2b8c4e0f10',
    },
    body: named(
      'PreviewedWords',
      'A message with merge fields, and the row to fill it from.',
      closed({ ...unsavedWords, row_id: uuid() }),
    ),
    answer: one(TemplatePreview),
    refuses: ['unknown_reference', 'unknown_column', 'email_only'],
  }),
}
