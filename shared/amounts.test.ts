import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, centsApart, hasCents, majorOf } from './amounts.ts'
import { minorDigits } from './currencies.ts'
import { MOST_MINOR } from './limits.ts'

const us = { locale: 'en-US' }

test.each([
  [0, 'USD', '0.00'],
  [5, 'USD', '0.05'],
  [-5, 'USD', '-0.05'],
  [1999, 'USD', '19.99'],
  [-123456, 'KWD', '-123.456'],
  [42, 'JPY', '42'],
  [125_050, 'HUF', '1250.50'],
  [MOST_MINOR, 'USD', '90071992547409.91'],
  [MOST_MINOR, 'CLF', '900719925474.0991'],
])('%d minor units of %s are exactly %s', (minor, currency, major) => {
  expect(majorOf(minor, currency)).toBe(major)
})

test('an amount keeps every digit on its way to major units and back', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom('JPY', 'USD', 'KWD'), (minor, currency) => {
      const text = majorOf(minor, currency)
      const digits = minorDigits(currency)
      expect(text).toMatch(digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`))
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(minor))
    }),
  )
})

test.each([
  ['1250.00', 'USD', '$1,250'],
  ['1250.50', 'USD', '$1,250.50'],
  ['-50', 'USD', '-$50'],
  ['0', 'USD', '$0'],
  ['1250', 'JPY', '¥1,250'],
  ['1250.5', 'KWD', 'KWD 1,250.500'],
  ['12.5', 'HUF', 'HUF 12.50'],
])('%s in %s is written %s', (major, currency, text) => {
  expect(amountText(major, currency, us).replace('\u00a0', ' ')).toBe(text)
})

test('a whole amount has cents where others in the column have some', () => {
  expect(amountText('1250', 'USD', { ...us, cents: true })).toBe('$1,250.00')
  expect([125_000, 125_050, -1].map((minor) => hasCents(minor, 'USD'))).toEqual([false, true, true])
  expect([1, 0].map((minor) => hasCents(minor, 'JPY'))).toEqual([false, false])
})

test('the currency is its sign, or its code where a sign would not do', () => {
  expect(amountText(5, 'CAD', us)).toBe('CA$5')
  expect(amountText(5, 'CAD', { locale: 'en-CA' })).toBe('$5')
  expect(amountText(5, 'INR', { locale: 'en-IN', code: true }).replace('\u00a0', ' ')).toBe('INR 5')
})

test('the cents of a whole amount can be left as room, wherever the currency stands', () => {
  expect(centsApart(1250, 'USD', us)).toEqual({ text: '$1,250', cents: '.00', after: '' })
  expect(centsApart(1250, 'EUR', { locale: 'de-DE' })).toEqual({
    text: '1.250',
    cents: ',00',
    after: '\u00a0€',
  })
  expect(centsApart(1250.5, 'USD', us)).toEqual({ text: '$1,250.50', cents: '', after: '' })
  expect(centsApart(1250, 'JPY', us)).toEqual({ text: '¥1,250', cents: '', after: '' })
})

test('with the room filled, every whole amount is what it would be with its cents', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'hi-IN'),
      fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
      (major, locale, currency) => {
        const { text, cents, after } = centsApart(major, currency, { locale })
        expect(text + cents + after).toBe(amountText(major, currency, { locale, cents: true }))
        expect(text + after).toBe(amountText(major, currency, { locale }))
      },
    ),
  )
})
