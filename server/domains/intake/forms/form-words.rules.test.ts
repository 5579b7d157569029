import { expect, it } from 'vitest'
import { problemWords } from './form-words.rules.ts'

it('names a country as a sentence does', () => {
  const values = { sent: '"555-0114"', country: 'US', example: '+12015550123' }
  expect(problemWords('phone', 'not_a_phone_here', values)).toBe(
    '“555-0114” is not a phone number in the United States; type it with its country code, such as +12015550123.',
  )
})
