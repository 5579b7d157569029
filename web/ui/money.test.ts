import { expect, test } from 'vitest'
import { minorOf } from './money.tsx'

test.each([
  ['1,250.5', 125_050],
  ['$1250', 125_000],
  ['1,234,567.89', 123_456_789],
  ['12,34,567', 123_456_700],
  ['-3', -300],
  ['0.07', 7],
])('%s is an amount', (typed, minor) => {
  expect(minorOf(typed, 'USD')).toBe(minor)
})

test.each(['12,5', '12,50', '1,2345', ',125', '1.250,00', '1.234', 'abc', ''])(
  '%s is none, rather than another one',
  (typed) => {
    expect(minorOf(typed, 'USD')).toBeNull()
  },
)
