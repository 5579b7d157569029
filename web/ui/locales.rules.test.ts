import { expect, test } from 'vitest'
import { countries, currencies, timeZones } from './locales.rules.ts'

test('countries are offered by name, and what is none is not', () => {
  const codes = countries().map(({ value }) => value)
  expect(codes).toEqual(expect.arrayContaining(['US', 'DE', 'GB', 'JP']))
  for (const none of ['EU', 'UN', 'UK', 'SU', 'ZZ', 'AA']) expect(codes).not.toContain(none)
  expect(countries().find(({ value }) => value === 'DE')?.label).toBe('Germany (DE)')
})

test('currencies are offered by code and name', () => {
  expect(currencies()).toContainEqual({ value: 'USD', label: 'USD · US Dollar' })
})

test('the time zone that is set is always among those offered', () => {
  expect(timeZones('Etc/UTC')).toContain('Etc/UTC')
  expect(timeZones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1)
})
