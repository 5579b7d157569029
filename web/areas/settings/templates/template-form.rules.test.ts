import { expect, test } from 'vitest'
import {
  blankTemplate,
  changeOf,
  filledTemplate,
  newBodyOf,
  type Template,
} from './template-form.rules.ts'

const email: Template = {
  id: 't',
  name: 'Papers',
  medium: 'email',
  definition_key: 'leads',
  fields: [],
  subject: 'Papers for {{business}}',
  content: 'Hello',
  content_html: '<p>Hello</p>',
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
}

test('a text has no parts of an email', () => {
  const form = { ...filledTemplate(email), medium: 'text' as const, name: ' Papers ' }
  expect(newBodyOf(form)).toEqual({
    name: 'Papers',
    medium: 'text',
    definition_key: 'leads',
    content: 'Hello',
  })
  expect(newBodyOf({ ...blankTemplate, medium: 'email' })).not.toHaveProperty('content_html')
})

test('only what has changed is sent', () => {
  expect(changeOf(email, filledTemplate(email))).toBeUndefined()
  expect(changeOf(email, { ...filledTemplate(email), subject: ' ' })).toEqual({ subject: null })
  expect(
    changeOf(email, { ...filledTemplate(email), content: 'Hi', content_html: '<p>Hi</p>' }),
  ).toEqual({
    content: 'Hi',
    content_html: '<p>Hi</p>',
  })
})
