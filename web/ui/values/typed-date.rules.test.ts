import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DateOrder, regionOf } from '../../../shared/regions.ts'
import { typedDate } from './typed-date.rules.ts'

/** A Monday. */
const today = '2026-11-23'
const read = (text: string, order: DateOrder = 'mdy') => typedDate(text, { today, order })

test.each([
  ['Nov 5', '2026-11-05'],
  ['5 Nov', '2026-11-05'],
  ['Sept. 5', '2026-09-05'],
  ['november 5th', '2026-11-05'],
  ['5-Nov-26', '2026-11-05'],
  ["Nov 5 '26", '2026-11-05'],
  ['Nov 5, 2025', '2025-11-05'],
  ['5 November 2025', '2025-11-05'],
  ['Jan 5', '2027-01-05'],
  ['Jun 30', '2026-06-30'],
  ['today', '2026-11-23'],
  ['Tomorrow', '2026-11-24'],
  ['yesterday', '2026-11-22'],
  ['fri', '2026-11-27'],
  ['Thurs', '2026-11-26'],
  ['sunday', '2026-11-29'],
  ['mon', '2026-11-30'],
  ['next fri', '2026-12-04'],
  ['next sunday', '2026-12-06'],
  ['+3d', '2026-11-26'],
  ['+2w', '2026-12-07'],
  ['-1d', '2026-11-22'],
  ['+3m', '2027-02-23'],
  ['tomorrow 3pm', '2026-11-24 3pm'],
  ['Nov 5 at 14:30', '2026-11-05 at 14:30'],
  ['fri 9:00', '2026-11-27 9:00'],
])('%s is %s', (text, day) => {
  expect(read(text)).toBe(day)
})

test.each<[string, DateOrder, string | undefined]>([
  ['11/5', 'mdy', '2026-11-05'],
  ['11/5', 'dmy', '2027-05-11'],
  ['11/5', 'ymd', '2026-11-05'],
  ['25/12', 'mdy', '2026-12-25'],
  ['12/25', 'dmy', '2026-12-25'],
  ['5.11.', 'dmy', '2026-11-05'],
  ['5.11', 'mdy', undefined],
  ['11/5/26', 'mdy', '2026-11-05'],
  ['3/4/68', 'mdy', '1968-03-04'],
  ['11/5/2026', 'dmy', '2026-05-11'],
  ['11/5/2026', 'ymd', undefined],
])('%s where the order is %s is %s', (text, order, day) => {
  expect(read(text, order)).toBe(day)
})

test.each([
  'Feb 29',
  'Feb 30',
  '13/13',
  'monday week',
  'fri 11/6',
  'Nov 5 or 6',
  '12:30',
  '2026-11-05',
  'monkey',
])('%s is left to the service', (text) => {
  expect(read(text)).toBeUndefined()
})

test('a month from its last day is the last day of the next', () => {
  expect(typedDate('+1m', { today: '2026-01-31', order: 'mdy' })).toBe('2026-02-28')
})

const days = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2079-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const countries = fc.constantFrom('US', 'GB', 'DE', 'FR', 'JP', 'CA', 'IN', 'BR')

test('a day without its year is read as the nearest such day', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -180, max: 180 }), countries, (today, away, country) => {
      const at = new Date(Date.parse(today) + away * 86_400_000)
      const day = at.toISOString().slice(0, 10)
      const { dateOrder: order } = regionOf(country)
      const written = at.toLocaleDateString('en-US', {
        month: 'short',
        day: 'numeric',
        timeZone: 'UTC',
      })
      expect(typedDate(written, { today, order })).toBe(day)
      const [month, date] = [at.getUTCMonth() + 1, at.getUTCDate()]
      const numbers = order === 'dmy' ? `${date}/${month}` : `${month}/${date}`
      expect(typedDate(numbers, { today, order })).toBe(day)
    }),
  )
})

test('a number of days from today is as many days away, and a weekday is in the coming week', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -999, max: 999 }), (today, count) => {
      const at = { today, order: 'mdy' as const }
      const away = (text: string) =>
        (Date.parse(typedDate(text, at)!) - Date.parse(today)) / 86_400_000
      expect(away(`${count < 0 ? '' : '+'}${count}d`)).toBe(count)
      const weekday = away('wed')
      expect(weekday).toBeGreaterThan(0)
      expect(weekday).toBeLessThanOrEqual(7)
      const next = away('next wed')
      expect([weekday, weekday + 7]).toContain(next)
    }),
  )
})

test('any text is read as a day, or not at all', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(
      /^[-+]?\d{0,4}[-/. ]?[a-z]{0,9}[-/. ]?\d{0,2}[-/. ]?'?\d{0,4} ?(at )?\d{0,2}:?\d{0,2}$/,
    ),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('mdy', 'dmy', 'ymd'), (typed, order) => {
      expect(read(typed, order as DateOrder) ?? '2026-11-05').toMatch(/^\d{4}-\d\d-\d\d(\D|$)/)
    }),
    { numRuns: 2000 },
  )
})
