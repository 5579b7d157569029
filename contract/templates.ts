import Type from 'typebox'
import { closed, list, nullable, one, oneOf, pageQuery, text, timestamp, uuid } from './common.ts'
import { mediums } from './messages.ts'
import { operation } from './operation.ts'

const params = closed({ id: uuid() })

const Template = closed({
  id: uuid(),
  name: Type.String(),
  medium: oneOf(mediums),
  definition_key: Type.String({ description: 'Whose rows fill it.' }),
  subject: nullable(Type.String()),
  content: Type.String(),
  content_html: nullable(Type.String()),
  fields: Type.Array(Type.String(), {
    description: 'The columns that it merges, of those that the caller sees.',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
})
const written = {
  name: text(200),
  subject: text(998, 'Email only.'),
  content: text(100_000, 'With merge fields: `{{column}}`, or `{{column|what stands in}}`.'),
  content_html: Type.String({ maxLength: 500_000, description: 'Email only; it is cleaned.' }),
}
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
    summary: 'The templates, oldest first',
    query: closed({ ...pageQuery, medium: Type.Optional(oneOf(mediums)) }),
    answer: list(Template),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/comms/templates',
    tag: 'Templates',
    access: 'workspace',
    summary: 'Write a template',
    body: closed({
      name: written.name,
      medium: oneOf(mediums),
      definition_key: Type.String({ maxLength: 64 }),
      subject: Type.Optional(written.subject),
      content: written.content,
      content_html: Type.Optional(written.content_html),
    }),
    answer: one(Template),
    refuses: templateRefusals,
  }),
  get: operation({
    method: 'GET',
    path: '/v1/comms/templates/{id}',
    tag: 'Templates',
    access: 'workspace',
    summary: 'One template',
    params,
    answer: one(Template),
  }),
  update: operation({
    method: 'PATCH',
    path: '/v1/comms/templates/{id}',
    tag: 'Templates',
    access: 'workspace',
    summary: 'Change a template',
    params,
    body: closed(
      {
        name: Type.Optional(written.name),
        subject: Type.Optional(nullable(written.subject)),
        content: Type.Optional(written.content),
        content_html: Type.Optional(nullable(written.content_html)),
      },
      { minProperties: 1 },
    ),
    answer: one(Template),
    refuses: ['unknown_column', 'email_only', 'name_taken'],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/v1/comms/templates/{id}',
    tag: 'Templates',
    access: 'workspace',
    summary: 'Delete a template; what was sent with it stays',
    params,
  }),
  preview: operation({
    method: 'POST',
    path: '/v1/comms/templates/{id}/preview',
    tag: 'Templates',
    access: 'any-seat',
    summary: 'What a record makes of it',
    params,
    body: closed({ row_id: uuid() }),
    answer: one(
      closed({
        subject: nullable(Type.String()),
        content: Type.String(),
        content_html: nullable(Type.String()),
        segment_count: nullable(Type.Integer({ description: 'Of text.' })),
        missing: Type.Array(Type.String(), {
          description: 'Merge fields that are empty and have nothing that stands in.',
        }),
      }),
    ),
    refuses: ['unknown_reference', 'unknown_column'],
  }),
}
