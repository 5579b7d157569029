import { expect, test } from 'vitest'
import { countries } from '../../../shared/countries.ts'
import { countryOptions, currencyOptions, timeZones } from './locales.rules.ts'

test('every country is offered by name', () => {
  expect(
    countryOptions()
      .map(({ value }) => value)
      .sort(),
  ).toEqual(countries)
  expect(countryOptions()).toContainEqual({ value: 'DE', label: 'Germany (DE)' })
})

test('currencies are offered by code and name', () => {
  expect(currencyOptions()).toContainEqual({ value: 'USD', label: 'USD · US Dollar' })
})

test('the current time zone is always offered', () => {
  expect(timeZones('Etc/UTC')).toContain('Etc/UTC')
  expect(timeZones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1)
})
