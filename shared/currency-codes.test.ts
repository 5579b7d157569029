import { expect, test } from 'vitest'
import { currencyCodes } from './currency-codes.ts'

test('the currencies are those that Intl knows', () => {
  expect(currencyCodes).toEqual(Intl.supportedValuesOf('currency'))
})
