import fc from 'fast-check'
import { getExampleNumber } from 'libphonenumber-js/min'
import samples from 'libphonenumber-js/mobile/examples'
import { describe, expect, test } from 'vitest'
import type { CellColumn } from '../../../../server/domains/records/cells/column.ts'
import { convertCell } from '../../../../server/domains/records/cells/convert.ts'
import { regionOf } from '../../../../shared/regions.ts'
import { phoneForm } from '../../../ui/values/phone-form.ts'
import { phoneText } from '../../../ui/values/phone-text.rules.ts'
import type { Column } from '../list/types.ts'
import { shownText } from './cell-shown.rules.ts'
import { plainText, type TextContext } from './cell-text.rules.ts'
import { dayIn, fieldText, pastedDate, sentFor, withTime } from './typed-cell.rules.ts'

/** A Monday, in the morning of the next day in Tokyo. */
const now = new Date('2026-11-23T20:00:00Z')

const column = (type: Column['type'], settings: Column['settings'] = {}): Column => ({
  id: 'c',
  key: 'c',
  name: 'Cell',
  type,
  description: '',
  required: false,
  unique: false,
  readOnly: false,
  position: 0,
  settings,
})
const contextOf = (country: string, timeZone: string): TextContext => ({
  nameOf: (id) => `#${id}`,
  timeZone,
  region: regionOf(country),
  phoneText: (number) => phoneText(number, country, phoneForm) ?? number,
})

/** What the service stores for a text that is typed into a cell. */
function stored(of: Column, text: string, country: string, timeZone = 'Asia/Tokyo'): unknown {
  const sent = sentFor(of, text, contextOf(country, timeZone), now)
  const cell = { ...of, slot: 1 } as unknown as CellColumn
  const context = { region: country, timeZone, currency: 'USD', people: [] }
  const conversion = convertCell(cell, sent, context)
  return conversion.kind === 'stored' ? conversion.value : conversion
}

describe('what is typed is stored as it was meant', () => {
  test.each<[Column['type'], string, unknown]>([
    ['currency', '25k', 25_000],
    ['currency', '$1.2M', 1_200_000],
    ['currency', '2mm', 2_000_000],
    ['number', '25k', 25_000],
    ['date', 'today', '2026-11-24'],
    ['date', 'Nov 5', '2026-11-05'],
    ['date', '11/5', '2026-11-05'],
    ['date', '11/20/2026', '2026-11-20'],
    ['date', 'fri', '2026-11-27'],
    ['date', '+3d', '2026-11-27'],
    ['datetime', 'tomorrow 3pm', '2026-11-25T06:00:00.000Z'],
    ['datetime', 'Nov 5 at 14:30', '2026-11-05T05:30:00.000Z'],
    ['phone', '(312) 555-0188', '+13125550188'],
  ])('%s: %s', (type, text, value) => {
    expect(stored(column(type), text, 'US')).toBe(value)
  })

  test('what nobody can read is sent as it is, so that the service says what may be typed', () => {
    const { region } = contextOf('US', 'UTC')
    expect(region.dateOrder).toBe('mdy')
    const sent = (type: Column['type'], text: string) =>
      sentFor(column(type), text, contextOf('US', 'UTC'), now)
    expect(sent('date', 'someday')).toBe('someday')
    expect(sent('currency', 'lots')).toBe('lots')
    expect(sent('currency', '€25k')).toBe('€25k')
    expect(sent('date', ' ')).toBeNull()
  })
})

test.each([
  ['', '2026-11-20 09:00'],
  ['2026-11-05 14:30', '2026-11-20 14:30'],
  ['Nov 5, 2026, 2:30\u202fPM', '2026-11-20 2:30\u202fPM'],
  ['tomorrow 3pm', '2026-11-20 3pm'],
])('a day chosen for %j is %j', (text, chosen) => {
  expect(withTime(column('datetime'), '2026-11-20', text)).toBe(chosen)
  expect(withTime(column('date'), '2026-11-20', text)).toBe('2026-11-20')
})

describe('what a cell shows, typed again, is the same value', () => {
  const countries = fc.constantFrom('US', 'GB', 'DE', 'FR', 'JP', 'CA', 'IN', 'BR', 'CH')
  const moments = fc.date({
    min: new Date('1950-01-01'),
    max: new Date('2199-12-31'),
    noInvalidDate: true,
  })

  test('for days and times', () => {
    fc.assert(
      fc.property(moments, countries, (moment, country) => {
        const day = moment.toISOString().slice(0, 10)
        const time = `${moment.toISOString().slice(0, 16)}:00.000Z`
        const context = contextOf(country, 'Asia/Kolkata')
        for (const [of, value] of [
          [column('date'), day],
          [column('datetime'), time],
        ] as const) {
          for (const text of [
            fieldText(of, value, context, now),
            shownText(of, value, undefined, context),
            plainText(of, value, undefined, context),
          ]) {
            expect(stored(of, text, country, 'Asia/Kolkata'), `${text} in ${country}`).toBe(value)
          }
        }
        expect(dayIn(shownText(column('date'), day, undefined, context), context, now)).toBe(day)
      }),
    )
  })

  test('for numbers', () => {
    const numbers = fc.tuple(fc.integer({ min: -2e9, max: 2e9 }), fc.nat(4))
    fc.assert(
      fc.property(numbers, countries, ([digits, decimals], country) => {
        const value = digits / 10 ** decimals
        const text = plainText(column('number'), value, undefined, contextOf(country, 'UTC'))
        expect(stored(column('number'), text, country), `${text} in ${country}`).toBe(value)
      }),
    )
  })

  test('for amounts', () => {
    const of = column('currency', { currency: 'USD' })
    fc.assert(
      fc.property(fc.integer({ min: -2e9, max: 2e9 }), (cents) => {
        const value = cents / 100
        const context = contextOf('US', 'UTC')
        expect(stored(of, shownText(of, value, undefined, context), 'US')).toBe(value)
        expect(stored(of, plainText(of, value, undefined, context), 'US')).toBe(value)
      }),
    )
  })

  test('for phone numbers', () => {
    const of = column('phone')
    for (const country of ['US', 'GB', 'DE', 'FR', 'JP', 'CA', 'IN', 'BR', 'CH'] as const) {
      const { number } = getExampleNumber(country, samples)!
      for (const here of [country, 'US', 'GB']) {
        const text = plainText(of, number, undefined, contextOf(here, 'UTC'))
        expect(stored(of, text, here), `${text} in ${here}`).toBe(number)
      }
    }
  })
})

test('a pasted date without its full year is the nearest one; everything else is left to the service', () => {
  const read = (type: Column['type'], text: string) =>
    pastedDate(column(type), text, contextOf('US', 'America/New_York'), now)
  expect(read('date', '5-Nov')).toBe('2026-11-05')
  expect(read('date', '20-Jan')).toBe('2027-01-20')
  expect(read('date', '5-Nov-25')).toBe('2025-11-05')
  expect(read('datetime', '11/5/26 3:00 PM')).toBe('2026-11-05 3:00 pm')
  for (const text of ['5-Nov-2026', '11/21/2026', '2026-11-20', 'soon', '']) {
    expect(read('date', text)).toBeUndefined()
  }
  expect(read('text', '5-Nov')).toBeUndefined()
})
