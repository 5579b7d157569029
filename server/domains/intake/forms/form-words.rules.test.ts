import { expect, it } from 'vitest'
import { problemWords } from './form-words.rules.ts'

it('names a country as a sentence does', () => {
  const values = { sent: '"555-0114"', country: 'US', example: '(201) 555-0123' }
  expect(problemWords('phone', 'not_a_phone_here', values)).toBe(
    '“555-0114” is not a phone number in the United States; type the whole number, such as (201) 555-0123, or begin with + and the country code.',
  )
})
