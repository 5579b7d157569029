import { expect, test } from 'vitest'
import { durationText, isWebAddress } from './calls.rules.ts'

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [3725, '1:02:05'],
])('%i seconds are %s', (seconds, shown) => {
  expect(durationText(seconds)).toBe(shown)
})

test('only web addresses become links', () => {
  expect(isWebAddress('https://api.example.com/Recordings/RE1')).toBe(true)
  expect(isWebAddress('javascript:alert(1)')).toBe(false)
})
