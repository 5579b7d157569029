import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMagnitude, withZeros } from './magnitudes.ts'

test.each([
  ['k', 3, ''],
  ['K', 3, ''],
  ['m', 6, ''],
  ['MM', 6, ''],
  ['bn', 9, ''],
  ['b', 9, ''],
  ['k USD', 3, 'USD'],
  ['M€', 6, '€'],
  ['', 0, ''],
  ['kr', 0, 'kr'],
  ['km', 0, 'km'],
  ['mmm', 0, 'mmm'],
  ['apples', 0, 'apples'],
])('%j adds %i zeros and leaves %j', (beside, zeros, rest) => {
  expect(readMagnitude(beside)).toEqual({ zeros, rest })
})

test.each([
  ['25', 3, '25000'],
  ['1.2', 6, '1200000'],
  ['0.5', 3, '500'],
  ['1.2345', 3, '1234.5'],
  ['0', 3, '0'],
  ['.5', 3, '500'],
])('%s with %i zeros is %s', (decimal, zeros, expected) => {
  expect(withZeros(decimal, zeros)).toBe(expected)
})

test('an amount with zeros is the amount times a power of ten, to the last digit', () => {
  const decimal = fc.tuple(fc.nat(999_999), fc.stringMatching(/^\d{1,6}$/))
  fc.assert(
    fc.property(decimal, fc.constantFrom(3, 6, 9), ([whole, part], zeros) => {
      const [left = '', right = ''] = withZeros(`${whole}.${part}`, zeros).split('.')
      const shifted = BigInt(`${whole}${part}`) * 10n ** BigInt(zeros + right.length)
      expect(BigInt(left + right) * 10n ** BigInt(part.length)).toBe(shifted)
    }),
  )
})
