import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import samples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { phoneForm } from './phone-form.ts'
import { phoneText } from './phone-text.rules.ts'

test.each([
  ['+12015550123', 'US', '(201) 555-0123'],
  ['+12015550123', 'CA', '(201) 555-0123'],
  ['+12015550123', 'GB', '+1 201 555 0123'],
  ['+442079460958', 'GB', '020 7946 0958'],
  ['+442079460958', 'US', '+44 20 7946 0958'],
  ['+4930901820', 'DE', '030 901820'],
  ['+33612345678', 'FR', '06 12 34 56 78'],
  ['+61412345678', 'AU', '0412 345 678'],
  ['+12015550123;ext=12', 'US', '(201) 555-0123 ext. 12'],
  ['+442079460958;ext=0', 'US', '+44 20 7946 0958 ext. 0'],
  ['+999123456', 'US', '+999123456'],
  ['72743', 'US', '72743'],
  ['ann@example.com', 'US', 'ann@example.com'],
  ['(201) 555-0123', 'US', '(201) 555-0123'],
])('%s in %s is shown as %s', (text, country, shown) => {
  expect(phoneText(text, country, phoneForm)).toBe(shown)
})

test('only numbers outside +1 need the forms of all countries', () => {
  expect(phoneText('+12015550123', 'US', undefined)).toBe('(201) 555-0123')
  expect(phoneText('ann@example.com', 'US', undefined)).toBe('ann@example.com')
  expect(phoneText('+442079460958', 'US', undefined)).toBeUndefined()
})

test('numbers with +1 look in every country as the forms of all countries say', () => {
  for (const country of getCountries()) {
    const number = '+12015550123'
    expect(phoneText(number, country, undefined), country).toBe(phoneForm(number, country))
  }
})

test('what is shown of a number is read back as this number, in its country and elsewhere', () => {
  const numbers = getCountries().flatMap((country) => {
    const found = getExampleNumber(country, samples)
    return found ? [{ country, number: found.number }] : []
  })
  expect(numbers.length).toBeGreaterThan(200)
  const others: CountryCode[] = ['US', 'DE', 'AU']
  let national = 0
  for (const { country, number } of numbers) {
    for (const here of [country, ...others]) {
      const shown = phoneText(number, here, phoneForm)!
      expect(parsePhoneNumberFromString(shown, here)?.number, `${number} in ${here}`).toBe(number)
      const isHome = getCountryCallingCode(here) === getCountryCallingCode(country)
      if (!isHome) expect(shown).toMatch(/^\+/)
      else if (!shown.startsWith('+')) national++
    }
  }
  expect(national).toBeGreaterThan(200)
})
