import { expect, test } from 'vitest'
import { valueWords } from './refused-value.rules.ts'

const email = 'work_email: "nobody" is not an email address; send one, such as name@example.com'

test('who typed a value is told what to type, without the key of its column', () => {
  expect(valueWords(email)).toBe(
    '"nobody" is not an email address; type one, such as name@example.com',
  )
  expect(
    valueWords('owner: "Ann" is more than one person; send the email address or crmUserId'),
  ).toBe('"Ann" is more than one person; type the email address')
})

test('where the column is not seen beside the words, its name begins them', () => {
  expect(valueWords(email, 'Work email')).toMatch(
    /^Work email: "nobody" is not an email address; type/,
  )
  expect(valueWords('name: is required; send a value for it', 'Name')).toBe(
    'Name is required; type a value for it',
  )
  expect(valueWords('name: is required; send a value for it')).toBe(
    'Is required; type a value for it',
  )
})

test('who adds a file of a wrong kind is told the kinds by what people call them', () => {
  const refused = 'papers: "notes.txt" is text/plain; this column takes application/pdf, font/woff2'
  expect(valueWords(refused)).toBe(
    '"notes.txt" is of no kind that this column takes: PDF, font/woff2',
  )
})

test('what is said of no cell stays as it is', () => {
  expect(valueWords('Somebody changed this row meanwhile.')).toBe(
    'Somebody changed this row meanwhile.',
  )
})
