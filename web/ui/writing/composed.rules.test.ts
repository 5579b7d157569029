import { expect, test } from 'vitest'
import { afterChange, type Composed, contentOf, lackingIn } from './composed.rules.ts'
import type { Template } from './drafts.ts'

const empty: Composed = {
  words: { text: '' },
  subject: '',
  template: null,
  filledBy: null,
  edition: 0,
  isWriting: false,
}
const noFiles = { ids: [], isBusy: false }
const template = { id: 't1', name: 'Welcome' } as Template
const record = { definition_key: 'leads', row_id: 'r1' }

test('a message lacks words, or a file, and files that are uploading', () => {
  expect(lackingIn(empty, 'text', noFiles)).toBe('Write something first.')
  expect(lackingIn(empty, 'text', { ids: ['f1'], isBusy: false })).toBeUndefined()
  expect(lackingIn(empty, 'text', { ids: [], isBusy: true })).toMatch('still being uploaded')
})

test('a template lacks the record that fills it in, and is sent with it', () => {
  const chosen = afterChange(empty, { what: 'template', template })
  expect(lackingIn(chosen, 'email', noFiles)).toBe('The template is not filled in yet.')
  const filled = afterChange(chosen, { what: 'filled', by: record })
  expect(lackingIn(filled, 'email', noFiles)).toBeUndefined()
  expect(contentOf(filled, 'email', noFiles)).toEqual({ template_id: 't1', ...record })
})

test('a template that is chosen again stays filled in, and another one does not', () => {
  const filled = { ...empty, template, filledBy: record }
  expect(afterChange(filled, { what: 'template', template })).toEqual(filled)
  const other = { ...template, id: 't2' }
  const changed = afterChange(filled, { what: 'template', template: other })
  expect(changed).toEqual({ ...empty, template: other, filledBy: null })
})

test('words in place of a template need a new editor', () => {
  const chosen = afterChange(empty, { what: 'template', template })
  const words = { text: 'Hello Ann' }
  const edited = afterChange(chosen, { what: 'replaced', words, subject: '', isWriting: true })
  expect(edited).toEqual({ ...empty, words, edition: 1, isWriting: true })
})

test('only an email has a subject and formatting', () => {
  const words = { text: 'Hello', html: '<p>Hello</p>' }
  const written = afterChange(empty, { what: 'typed', words, subject: ' Hi ' })
  expect(contentOf(written, 'text', noFiles)).toEqual({ content: 'Hello' })
  expect(contentOf(written, 'email', noFiles)).toEqual({
    content: 'Hello',
    content_html: '<p>Hello</p>',
    subject: 'Hi',
  })
})
