import { expect, test } from 'vitest'
import { mostCandidates, rarePart, storedForms } from './row-texts.rules.ts'

test('a search is looked up by what few rows are likely to have of it', () => {
  expect(rarePart('+49 301654321')).toBe('654321')
  expect(rarePart('user2024@example.com')).toBe('2024')
  expect(rarePart('Route 66, 12345 Springfield')).toBe('12345')
  expect(rarePart('ann.lee@example.com')).toBe('ann.lee')
  for (const whole of ['654321', 'Ann Lee', 'Route 66', '@example.com', 'al@example.com', '']) {
    expect(rarePart(whole)).toBeUndefined()
  }
})

test('a phone number is looked up as it was typed, and as it is stored', () => {
  expect(storedForms('(312) 555-0188')).toEqual(['(312) 555-0188', '3125550188'])
  expect(storedForms('0188')).toEqual(['0188'])
  expect(storedForms('Route 66')).toEqual(['Route 66'])
})

test('a search without a trigram looks at few rows, and one that is counted at more of a bigger board', () => {
  expect(mostCandidates('qq', 1_000_000, false)).toBe(200)
  expect(mostCandidates('qqq', 1_000_000, false)).toBe(5_000)
  expect(mostCandidates('qq', 100_000, true)).toBe(5_000)
  expect(mostCandidates('qq', 1_000_000, true)).toBe(20_000)
})
