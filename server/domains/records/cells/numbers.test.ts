import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorDigits } from '../../../../shared/currencies.ts'
import { regionOf } from '../../../../shared/regions.ts'
import type { CellColumn, CellContext } from './column.ts'
import { convertCell } from './convert.ts'
import { at, column, DE, empty, expectRefused, kept, made, US } from './fixtures.ts'

const number = column('number')
const percent = column('percent')
const money = column('currency', { currency: 'USD' })
const [FR, CH, IN, AT] = [at('FR'), at('CH'), at('IN'), at('AT')]

test.each<[unknown, CellContext, unknown]>([
  // as programs write them
  ['1234.5', US, 1234.5],
  ['1234.5', DE, 1234.5],
  ['-1234.56', FR, -1234.56],
  ['1234.567', DE, 1234.567],
  ['0.125', DE, 0.125],
  ['.5', US, 0.5],
  ['1e5', US, 100_000],
  ['-1.5E-3', DE, -0.0015],
  ['007', US, 7],
  [' 12 ', US, 12],
  // as people write them at home
  ['1,234', US, 1234],
  ['1,234.5', US, 1234.5],
  ['1,234,567', US, 1_234_567],
  ['1.234', US, 1.234],
  ['1,234', DE, 1.234],
  ['1.234,5', DE, 1234.5],
  ['1.234.567', DE, 1_234_567],
  ['1 234 567,89', FR, 1_234_567.89],
  ['1\u202f234\u00a0567', FR, 1_234_567],
  ["1'234'567.50", CH, 1_234_567.5],
  ['1’234', CH, 1234],
  ['12,34,567.5', IN, 1_234_567.5],
  ['1,234,567', IN, 1_234_567],
  // as people write them elsewhere, where only one reading is possible
  ['1.234.567,89', US, 1_234_567.89],
  ['1.234.567', US, 1_234_567],
  ['1,234.5', DE, 1234.5],
  ['1,234,567', DE, 1_234_567],
  ['1,5', CH, 1.5],
  ['1,2345', CH, 1.2345],
  ['1.5', FR, 1.5],
  ['48.8566', FR, 48.8566],
  ['12.50', DE, 12.5],
  ['100.00', DE, 100],
  ['1234.5678', DE, 1234.5678],
  ['0.1234', DE, 0.1234],
  ['.5', DE, 0.5],
  ['1,2345', DE, 1.2345],
  ['12.34567', US, 12.34567],
  ['1 234,567', US, 1234.567],
  // signs, parentheses, currencies
  ['+5', US, 5],
  ['−5', US, -5],
  ['- 5', US, -5],
  ['(1,234.50)', US, -1234.5],
  ['($5)', US, -5],
  ['$(5)', US, -5],
  ['-$5', US, -5],
  ['$-5', US, -5],
  ['(0)', US, 0],
  // a minus behind, as ledgers print it
  ['500-', US, -500],
  ['1,234.50-', US, -1234.5],
  ['1.234,50- €', DE, -1234.5],
  ['$500 -', US, -500],
  ['500−', US, -500],
  // a dash in place of cents, as price tags have it
  ['500,-', DE, 500],
  ['500,-', US, 500],
  ['€1.250,-', US, 1250],
  ['500,--', DE, 500],
  ['500.–', CH, 500],
  ['-500,-', DE, -500],
  ['€ 1.250,-', DE, 1250],
  ['-0', US, 0],
  ['$1,200', US, 1200],
  ['1.200,50 €', DE, 1200.5],
  ['USD 5', US, 5],
  ['5 EUR', US, 5],
  ['Rs.500', US, 500],
  ['kr 500', US, 500],
  ['500 zł', US, 500],
  ['999999999999999', US, 999_999_999_999_999],
  ['9007199254740991', US, 9_007_199_254_740_991],
  ['1.2345678901234567', US, 1.2345678901234567],
])('number: text %j in %o is %j', (sent, ctx, expected) => {
  expect(convertCell(number, sent, ctx)).toEqual(made(expected))
})

test.each([0, 1, -1, 1234.5, 0.1 + 0.2, 5e-324, 9_007_199_254_740_991])(
  'number: %j is kept',
  (sent) => {
    expect(convertCell(number, sent, US)).toEqual(kept(sent))
  },
)

test('number: a negative zero is zero', () => {
  const conversion = convertCell(number, -0, US)
  expect(conversion).toEqual(kept(0))
})

test.each(['', ' ', null])('number: %j is empty', (sent) => {
  expect(convertCell(number, sent, US)).toEqual(empty)
})

test.each([
  '12,34,5',
  '1,2,3',
  '1,23,456',
  '1.2.3',
  '1,234.5.6',
  '1 23',
  "1 234'567",
  '1,,234',
  '5.',
  '5,',
  '.',
  ',',
  '5+',
  '-5-',
  '(5-)',
  '5--',
  '5.5,-',
  '5-k',
  '--5',
  '+-5',
  '(5',
  '5)',
  '(-5)',
  '((5))',
  '12 apples',
  'twelve',
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  '1e',
  '1/2',
  '2026-11-20',
  '$',
  '€ 5 apples',
  '١٢٣',
  '1k',
  '5 K',
  '5 km',
  '5 L',
  '5 cup',
  true,
  [],
  [1],
  {},
  `${'1,'.repeat(60)}000`,
])('number: %j is not a number', (sent) => {
  expectRefused(number, sent, US, 'not a number', 'send digits such as 1234.5')
})

test.each<[string, CellContext]>([
  ['1.234', DE],
  ['-1.234', DE],
  ['12.500 €', DE],
  ['1.234', FR],
  ['1.234', AT],
  ['1,234', CH],
])('number: %j in %o could be two numbers', (sent, ctx) => {
  expectRefused(number, sent, ctx, ' or ', 'JSON number')
})

/** Where the mark separates thousands, but not before three digits. */
test.each<[string, CellContext, string]>([
  ['1,5', US, '15 or 1.5'],
  ['-1,2345', US, '-12345 or -1.2345'],
  ['10,0000', US, '100000 or 10.0000'],
  ['100,00', US, '10000 or 100.00'],
  ['0,500', US, '500 or 0.500'],
  ['1234,567', US, '1234567 or 1234.567'],
  [',5', US, '5 or 0.5'],
  ['1,5', at('GB'), '15 or 1.5'],
  ['1,5', at('JP'), '15 or 1.5'],
  ['12,5', IN, '125 or 12.5'],
  ['1.2345', DE, '12345 or 1.2345'],
  ['-10.0000', DE, '-100000 or -10.0000'],
  ['48.13743', at('BR'), '4813743 or 48.13743'],
])('number: the mark of %j in %o is in the wrong place', (sent, ctx, readings) => {
  expectRefused(number, sent, ctx, `could be ${readings}`, 'send the one you mean')
  expectRefused(column('number', { precision: 0 }), sent, ctx, `could be ${readings}`)
})

test.each<[string, CellColumn, CellContext, string]>([
  ['$1,2345', money, US, '12345 or 1.2345'],
  ['$10,0000', money, US, '100000 or 10.0000'],
  ['$100,00', money, US, '10000 or 100.00'],
  ['$0,500', money, US, '500 or 0.500'],
  ['$2,5k', money, US, '25000 or 2500'],
  ['(1,5) USD', money, US, '-15 or -1.5'],
  ['500,5-', money, US, '-5005 or -500.5'],
  ['1.2345 €', column('currency', { currency: 'EUR' }), DE, '12345 or 1.2345'],
  ['1.0000k', column('currency', { currency: 'EUR' }), DE, '10000000 or 1000.0'],
  ['1,2345%', percent, US, '12345 or 1.2345'],
])('%j has its mark in the wrong place', (sent, of, ctx, readings) => {
  expectRefused(of, sent, ctx, `"${sent}" could be ${readings}`)
})

test('a sign that does not belong there is named before a mark in the wrong place', () => {
  expectRefused(money, '€1,5', US, 'not in USD')
  expectRefused(number, '1,5%', US, 'percentage')
})

test('number: the column’s decimals can rule out one of two readings', () => {
  const whole = column('number', { precision: 0 })
  expect(convertCell(whole, '1.234', DE)).toEqual(made(1234))
  expect(convertCell(column('currency', { currency: 'EUR' }), '12.500 €', DE)).toEqual(made(12_500))
})

test('number: more digits than a double can hold are refused', () => {
  expectRefused(number, '9007199254740993', US, '9,007,199,254,740,991')
  expectRefused(number, '0.12345678901234567890', US, 'more digits')
  expectRefused(number, '1e-400', US, 'more digits')
  expectRefused(number, '1e400', US, '9,007,199,254,740,991')
  expectRefused(number, 1e300, US, '9,007,199,254,740,991')
  expectRefused(number, 2 ** 53, US, 'use a text column')
})

test('number: a value that does not fit precision or bounds is refused, never rounded', () => {
  const score = column('number', { precision: 2, min: 0, max: 100 })
  expect(convertCell(score, 99.99, US)).toEqual(kept(99.99))
  expect(convertCell(score, 0.07, US)).toEqual(kept(0.07))
  expect(convertCell(score, '12.50', US)).toEqual(made(12.5))
  expectRefused(score, 1.005, US, '1.005', 'more decimals than the 2', 'round')
  expectRefused(score, '1.005', US, 'more decimals')
  expectRefused(score, 1e-7, US, 'more decimals')
  expectRefused(score, -0.01, US, 'less than 0')
  expectRefused(score, '(5)', US, '(read as -5)', 'less than 0')
  expectRefused(score, 100.01, US, 'more than 100')
  const fine = column('number', { precision: 10 })
  expect(convertCell(fine, 123_456.7890123456, US)).toEqual(kept(123_456.7890123456))
  expectRefused(fine, 0.12345678901, US, 'more decimals than the 10')
})

test('number: percentages are refused, since 12 % may be 12 or 0.12', () => {
  expectRefused(number, '12 %', US, 'percentage', '0.12')
})

test.each([
  ['12.5%', 12.5],
  ['1,250 %', 1250],
  ['%12', 12],
  ['12.5 percent', 12.5],
  ['12.5 pct.', 12.5],
  ['(5%)', -5],
  ['150', 150],
])('percent: %j is %j', (sent, expected) => {
  expect(convertCell(percent, sent, US)).toEqual(made(expected))
})

test('percent: numbers are kept, other signs are refused', () => {
  expect(convertCell(percent, 12.5, US)).toEqual(kept(12.5))
  expectRefused(percent, '$5', US, 'not a percentage')
  expectRefused(percent, '5 points', US, 'not a percentage')
})

test.each<[unknown, string, CellContext, unknown]>([
  ['$1,234.50', 'USD', US, 1234.5],
  ['US$5', 'USD', US, 5],
  ['$5.00 USD', 'USD', US, 5],
  ['5 usd', 'USD', US, 5],
  ['$5', 'CAD', at('CA'), 5],
  ['C$5', 'CAD', US, 5],
  ['CA$5', 'CAD', US, 5],
  ['1.234,50 €', 'EUR', DE, 1234.5],
  ['€5', 'EUR', US, 5],
  ['£5', 'GBP', US, 5],
  ['￥1,500', 'JPY', US, 1500],
  ['1 500 kr', 'SEK', at('SE'), 1500],
  ['Fr. 1’500.50', 'CHF', CH, 1500.5],
  ['1.234 KWD', 'KWD', US, 1.234],
])('currency: %j as %s', (sent, currency, ctx, expected) => {
  expect(convertCell(column('currency', { currency }), sent, ctx)).toEqual(made(expected))
})

test.each(['€5', 'EUR 5', '5 CAD', 'C$5', '¥5', '$5 EUR'])('currency: %j is not in USD', (sent) => {
  expectRefused(money, sent, US, 'not in USD', 'send the amount in USD')
})

test.each<[string, string, CellContext, number]>([
  ['25k', 'USD', US, 25_000],
  ['40k', 'USD', US, 40_000],
  ['$1.5M', 'USD', US, 1_500_000],
  ['25 K', 'USD', US, 25_000],
  ['$1.2M', 'USD', US, 1_200_000],
  ['1.2m', 'USD', US, 1_200_000],
  ['2mm', 'USD', US, 2_000_000],
  ['$2MM USD', 'USD', US, 2_000_000],
  ['1.5bn', 'USD', US, 1_500_000_000],
  ['-25k', 'USD', US, -25_000],
  ['(1,250.5k)', 'USD', US, -1_250_500],
  ['1.234k', 'USD', US, 1234],
  ['1,5k €', 'EUR', DE, 1500],
  ['1.250.000 m', 'JPY', DE, 1_250_000_000_000],
  ['12k kr', 'SEK', at('SE'), 12_000],
])('currency: %j as %s has the zeros of its letter', (sent, currency, ctx, expected) => {
  expect(convertCell(column('currency', { currency }), sent, ctx)).toEqual(made(expected))
})

test.each<[string, string, CellContext, number]>([
  ['12,500 dollars', 'USD', US, 12_500],
  ['1 dollar', 'USD', US, 1],
  ['12,500 US dollars', 'USD', US, 12_500],
  ['USD 12,500', 'USD', US, 12_500],
  ['US Dollars 12,500', 'USD', US, 12_500],
  ['$12k dollars', 'USD', US, 12_000],
  ['5 euros', 'EUR', US, 5],
  ['12.500,00 Euro', 'EUR', DE, 12_500],
  ['500 pounds', 'GBP', at('GB'), 500],
])('currency: %j as %s has the name of its currency', (sent, currency, ctx, expected) => {
  expect(convertCell(column('currency', { currency }), sent, ctx)).toEqual(made(expected))
})

test.each<[number, string, number]>([
  [0.1 + 0.2, 'USD', 0.3],
  [12_500 / 3, 'USD', 4166.67],
  [-2000 / 3, 'JPY', -667],
  [1.123450000000001, 'KWD', 1.123],
  [0.125000000000001, 'USD', 0.13],
])(
  'currency: %j, which a program computed, is rounded as %s, sent as a number or as text',
  (sent, currency, expected) => {
    const of = column('currency', { currency })
    expect(convertCell(of, sent, US)).toEqual(made(expected))
    expect(convertCell(of, String(sent), US)).toEqual(made(expected))
    expectRefused(of, sent, { ...US, keepsAll: true }, 'has more decimals than')
  },
)

test.each(['1.005', '1.0055', '0.001', '1.234', '19.999', '-0.125', '1e-7'])(
  'currency: %s is refused as text and as a number, since it has more decimals than dollars have',
  (sent) => {
    for (const one of [sent, Number(sent)]) {
      expectRefused(money, one, US, 'more decimals than the 2 of USD', 'round it before sending')
    }
  },
)

test('currency: amounts of a workbook, which shows less decimals than it computes, are rounded', () => {
  const sheet = { ...US, ofSheet: true }
  expect(convertCell(money, 432.09845, sheet)).toEqual(made(432.1))
  expect(convertCell(money, 1.005, sheet)).toEqual(made(1.01))
  expectRefused(money, '1.005', sheet, 'more decimals than the 2 of USD')
})

test.each(['$19.999', '1,25.999', '1.234567k', '$1,250.555'])(
  'currency: %s is not rounded',
  (sent) => {
    expectRefused(money, sent, US)
  },
)

test('currency: an amount with a letter is as exact as any other', () => {
  expectRefused(money, '1.234k', DE, '1234000 or 1234')
  expectRefused(money, '1.2m EUR', US, 'not in USD')
  expectRefused(money, '90072b', US, 'too large')
  expectRefused(column('currency', { currency: 'USD', max: 5000 }), '25k', US, '(read as 25000)')
})

test('currency: anything that is not an amount is refused', () => {
  expectRefused(money, '5%', US, 'not an amount')
  expectRefused(money, '5 apples', US, 'not an amount')
  for (const sent of ['5km', '5 kk', 'k5', '5k%', '5 mmm', '5k k']) {
    expectRefused(money, sent, US, 'not an amount', 'send digits such as 1250')
  }
})

test('currency: an amount is exact to its minor digits, or refused', () => {
  expect(convertCell(money, 19.99, US)).toEqual(kept(19.99))
  expectRefused(money, '19.999', US, 'more decimals than the 2 of USD')
  expect(convertCell(column('currency', { currency: 'KWD' }), 1.234, US)).toEqual(kept(1.234))
  expect(convertCell(column('currency'), '5 EUR', DE), 'the definition’s currency').toEqual(made(5))
})

test('currency: amounts that share a double with another are refused', () => {
  expect(convertCell(money, 70_000_000_000_000.01, US)).toEqual(kept(70_000_000_000_000.01))
  expectRefused(money, 90_071_992_547_409.91, US, 'too large')
  expectRefused(money, '90071992547409.91', US)
  const yen = column('currency', { currency: 'JPY' })
  expect(convertCell(yen, Number.MAX_SAFE_INTEGER, US)).toEqual(kept(Number.MAX_SAFE_INTEGER))
})

const regions = [
  'US',
  'GB',
  'DE',
  'FR',
  'CH',
  'AT',
  'IN',
  'BR',
  'ES',
  'SE',
  'PL',
  'ZA',
  'JP',
  'MX',
  'IT',
  'NL',
  'NO',
]

test.each(regions)('number: what Intl writes for %s is read back', (country) => {
  const { locale } = regionOf(country)
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (hundredths) => {
      const value = hundredths / 100
      const column2 = column('number', { precision: 2 })
      expect(convertCell(column2, format.format(value), at(country))).toMatchObject({
        value: value || 0,
      })
    }),
  )
})

test('currency: every amount below 10^15 minor units is kept as a number and read from text', () => {
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.constantFrom('JPY', 'USD', 'KWD', 'CLF'),
      (units, currency) => {
        const minor = units % 1e15
        const digits = minorDigits(currency)
        const text = (Number(minor) / 10 ** digits).toFixed(digits)
        const of = column('currency', { currency })
        expect(convertCell(of, Number(text), US)).toEqual(kept(Number(text) || 0))
        expect(convertCell(of, text, US)).toMatchObject({ value: Number(text) || 0 })
      },
    ),
  )
})
