import { expect, test } from 'vitest'
import { minorDigits } from './currencies.ts'

test('the digits of a currency are those of ISO 4217, not of the CLDR', () => {
  expect(['USD', 'JPY', 'KWD', 'CLF', 'AFN', 'RSD', 'HUF'].map(minorDigits)).toEqual([
    2, 0, 3, 4, 2, 2, 2,
  ])
})
