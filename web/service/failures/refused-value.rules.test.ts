import { beforeAll, expect, test } from 'vitest'
import { reasons } from '../../../contract/refusals/reasons.ts'
import { loadReasons } from './reasons.ts'
import { valueWords } from './refused-value.rules.ts'

beforeAll(loadReasons)

const problem = (reason: string, values: Record<string, unknown> = {}) => ({
  message: `work_email: the words for programs`,
  reason,
  values,
})
const email = problem('not_an_email', { sent: '"nobody"' })

test('the message says what to type, without the column’s key', () => {
  expect(valueWords(email)).toBe(
    '"nobody" is not an email address; type one, such as name@example.com',
  )
  expect(valueWords(problem('several_people', { sent: '"Ann"' }))).toBe(
    '"Ann" is more than one person; type the email address',
  )
})

test('if the column is not visible beside the message, the message begins with its name', () => {
  expect(valueWords(email, 'Work email')).toMatch(
    /^Work email: "nobody" is not an email address; type/,
  )
  expect(valueWords(problem('required'), 'Name')).toBe('Name is required; type a value')
  expect(valueWords(problem('required'))).toBe('Is required; type a value')
})

test('file types have everyday names', () => {
  const values = { sent: '"notes.txt"', kind: 'text/plain', kinds: 'application/pdf, font/woff2' }
  expect(valueWords(problem('other_file_kind', values))).toBe(
    '"notes.txt" is not a kind of file that this column takes; it takes PDF, font/woff2',
  )
})

test('a country has its name', () => {
  const values = { sent: '"555-0114"', country: 'US', example: '(201) 555-0123' }
  expect(valueWords(problem('not_a_phone_here', values))).toBe(
    '"555-0114" is not a phone number in the United States; type the whole number, such as (201) 555-0123, or begin with + and the country code',
  )
})

test('a message with no reason, or with an unknown one, stays as it is', () => {
  const message = 'Somebody changed this row meanwhile.'
  expect(valueWords({ message })).toBe(message)
  expect(valueWords({ message, reason: 'toString', values: {} })).toBe(message)
})

test('every reason has words for people, with everything in them that they name', () => {
  const unfit = Object.entries(reasons).flatMap(([reason, texts]) => {
    const named = JSON.stringify(texts).matchAll(/{(\w+)}/g)
    const values = Object.fromEntries([...named].map(([, name]) => [name, 'THIS']))
    const words = valueWords({ message: '', reason, values }, 'Name')
    const isWhole = words.startsWith('Name') && !/undefined|{\w+}|[;:] *$/.test(words)
    return isWhole && !/[;,] send |\b(?:POST|PATCH|PUT)\b|body\./.test(words) ? [] : [words]
  })
  expect(unfit).toEqual([])
})
