import { expect, test } from 'vitest'
import { valueWords } from './refused-value.rules.ts'

const problem = (reason: string, values: Record<string, unknown> = {}) => ({
  message: `work_email: the words for programs`,
  reason,
  values,
})
const email = problem('not_an_email', { sent: '"nobody"' })

test('whoever typed a value is told what to type, without the key of its column', () => {
  expect(valueWords(email)).toBe(
    '"nobody" is not an email address; type one, such as name@example.com',
  )
  expect(valueWords(problem('several_people', { sent: '"Ann"' }))).toBe(
    '"Ann" is more than one person; type the email address',
  )
})

test('where the column is not seen beside the words, its name begins them', () => {
  expect(valueWords(email, 'Work email')).toMatch(
    /^Work email: "nobody" is not an email address; type/,
  )
  expect(valueWords(problem('required'), 'Name')).toBe('Name is required; type a value')
  expect(valueWords(problem('required'))).toBe('Is required; type a value')
})

test('file kinds are named as people call them', () => {
  const values = { sent: '"notes.txt"', kind: 'text/plain', kinds: 'application/pdf, font/woff2' }
  expect(valueWords(problem('other_file_kind', values))).toBe(
    '"notes.txt" is not a kind of file that this column takes; it takes PDF, font/woff2',
  )
})

test('what is said of no cell, or for a reason that is not known here, stays as it is', () => {
  const message = 'Somebody changed this row meanwhile.'
  expect(valueWords({ message })).toBe(message)
  expect(valueWords({ message, reason: 'toString', values: {} })).toBe(message)
})
