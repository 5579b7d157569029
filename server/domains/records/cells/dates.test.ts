import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { CellContext } from './column.ts'
import { convertCell } from './convert.ts'
import { at, column, DE, empty, expectRefused, kept, made, US } from './fixtures.ts'

const date = column('date')
const datetime = column('datetime')
const GB = at('GB', 'Europe/London')
const CA = at('CA', 'America/Toronto')
const INDIA = at('IN', 'Asia/Kolkata')

test.each<[unknown, CellContext]>([
  ['2026/11/20', US],
  ['2026.11.20', DE],
  ['2026-11-2​0'.replace('\u200b', ''), CA],
  ['11/20/2026', US],
  ['11/20/2026', GB],
  ['11/20/2026', CA],
  ['20/11/2026', US],
  ['20/11/2026', GB],
  ['11-20-2026', US],
  ['20-11-2026', INDIA],
  ['20.11.2026', US],
  ['20.11.2026', DE],
  ['20. 11. 2026', DE],
  ['Nov 20 2026', US],
  ['Nov 20, 2026', DE],
  ['nov. 20, 2026', US],
  ['NOVEMBER 20 2026', US],
  ['November 20th, 2026', US],
  ['20 Nov 2026', US],
  ['20-Nov-2026', US],
  ['20Nov2026', US],
  ['20th of November 2026', GB],
  ['20. November 2026', DE],
  ['Fri, Nov 20 2026', US],
  ['Friday 20 November 2026', US],
  ['2026-11-20T23:59', US],
  ['2026-11-20 02:30 PM', US],
  ['11/20/2026, 2:30:00\u202fPM', US],
  ['2026-11-20T12:00:00Z', US],
  ['2026-11-21T02:30:00Z', US],
  ['2026-11-19T23:30:00Z', DE],
  ['2026-11-20T00:30:00+01:00', DE],
  ['2026-11-20T00:00:00.000Z', US],
  ['2026-11-20T00:00:00Z', at('NZ', 'Pacific/Auckland')],
  ['2026-11-20T00:00+00:00', US],
  ['2026-11-20 00:00:00 UTC', US],
  ['Fri, 20 Nov 2026 00:00:00 GMT', US],
  ['2026-11-20T00:00:00+01:00', US],
  ['2026-11-20T00:00:00-05:00', at('US', 'America/Los_Angeles')],
  ['2026-11-21T00:00:00.001Z', US],
  ['2026-11-21T01:00:00+01:00', US],
  [1_795_183_800_000, US],
  ['1795183800000', US],
  [Date.UTC(2026, 10, 21), US],
  [' 2026-11-20 ', US],
])('date: %j in %o is 2026-11-20', (sent, ctx) => {
  const expected = sent === '2026-11-20' ? kept : made
  expect(convertCell(date, sent, ctx)).toEqual(expected('2026-11-20'))
})

test.each(['2026-11-20', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31'])(
  'date: %s is kept',
  (sent) => {
    expect(convertCell(date, sent, US)).toEqual(kept(sent))
  },
)

test('date: the region decides the order of day and month', () => {
  expect(convertCell(date, '03/04/2026', US)).toEqual(made('2026-03-04'))
  expect(convertCell(date, '03/04/2026', GB)).toEqual(made('2026-04-03'))
  expect(convertCell(date, '3-4-2026', DE)).toEqual(made('2026-04-03'))
  expect(convertCell(date, '3.4.2026', DE)).toEqual(made('2026-04-03'))
  expect(convertCell(date, '3.4.2026', at('SE')), 'dots: day first').toEqual(made('2026-04-03'))
  expect(convertCell(date, '4/4/2026', CA), 'both readings alike').toEqual(made('2026-04-04'))
  expectRefused(date, '03/04/2026', CA, 'day or the month first', 'YYYY-MM-DD')
  expectRefused(date, '03/04/2026', at('JP'), 'day or the month first')
  expectRefused(date, '3.4.2026', US, 'day or the month first')
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2100-02-29',
  '02/30/2026',
  '13/13/2026',
  '31.04.2026',
  'Feb 30 2026',
])('date: %s is not a real day', (sent) => {
  expectRefused(date, sent, US, sent, 'not a day of the calendar', 'YYYY-MM-DD')
})

test.each([
  'soon',
  '18261120',
  '202611200',
  '2026-11',
  '2026',
  '11/2026',
  '11/20',
  'Nov 2026',
  'Foo 20 2026',
  '20.112026',
  '2026-11/20',
  '2026-W47-5',
  '2026-324',
  true,
  [],
  {},
  ['2026-11-20'],
  'x'.repeat(1000),
])('date: %j is not a date', (sent) => {
  expectRefused(date, sent, US, 'is not a date', '2026-11-20')
})

test('date: anything that leaves the century, the unit or the day open is refused', () => {
  expectRefused(date, '26-11-20', US, 'two-digit year', 'several days', 'YYYY-MM-DD')
  expectRefused(date, 1_795_183_800, US, 'seconds', 'milliseconds')
  expectRefused(date, 20_261_120, US, 'seconds')
  expectRefused(date, 0, US, 'seconds')
  expectRefused(date, 'Mon Nov 20 2026', US, 'Friday')
  expectRefused(date, '0026-11-20', US, 'years 1000 to 9999')
  expectRefused(date, 1e15, US, 'years 1000 to 9999')
  expectRefused(date, 1e300, US, 'years 1000 to 9999')
})

test.each<[string, string, CellContext]>([
  ['11/20/26', '2026-11-20', US],
  ['1/2/26', '2026-01-02', US],
  ['1/2/26', '2026-02-01', GB],
  ['25/12/26', '2026-12-25', GB],
  ['12/25/26', '2026-12-25', GB],
  ['20.11.26', '2026-11-20', DE],
  ['20. 11. 26', '2026-11-20', DE],
  ['31.12.99', '1999-12-31', US],
  ['13/31/04', '', US],
  ['12/31/49', '2049-12-31', US],
  ['12/31/50', '1950-12-31', US],
  ['11/20/00', '2000-11-20', US],
  ['11/20/99', '1999-11-20', US],
  ['11/31/98', '', CA],
  ['11/30/98', '1998-11-30', CA],
  ['5-Nov-26', '2026-11-05', US],
  ['05 Nov 26', '2026-11-05', US],
  ["5 Nov '26", '2026-11-05', US],
  ['5Nov26', '2026-11-05', GB],
  ['Nov 5, 26', '2026-11-05', US],
  ["Nov 5 '99", '1999-11-05', US],
  ['Nov-05-26', '2026-11-05', US],
  ['Thu, 5 Nov 26', '2026-11-05', US],
  ['11/20/26 2:30 PM', '2026-11-20', US],
  ['20250304', '2025-03-04', US],
  ['20250304', '2025-03-04', DE],
  ['20250230', '', US],
])(
  'date: %j is %s, with a two-digit year from 1950 to 2049, or without marks',
  (sent, day, ctx) => {
    if (day === '') expectRefused(date, sent, ctx, 'not a day of the calendar')
    else expect(convertCell(date, sent, ctx)).toEqual(made(day))
  },
)

test.each<[string, CellContext]>([
  ['25/12/26', US],
  ['26-11-20', US],
  ['3.4.26', US],
  ['11/04/26', CA],
  ['26-11-04', at('SE')],
  ['03.11.26', at('JP')],
])('date: %s, with a two-digit year, could be several days', (sent, ctx) => {
  expectRefused(date, sent, ctx, 'could be several days', 'YYYY-MM-DD')
})

test.each(['Nov 20-26', 'Nov 20 14:30', '20 Nov 14:30', 'Nov 26', '20250304T10'])(
  'date: %s has no two-digit year',
  (sent) => {
    expectRefused(date, sent, US, 'is not a date')
  },
)

test.each<[unknown, string, CellContext]>([
  ['2026-11-20T14:30:00Z', '2026-11-20T14:30:00.000Z', US],
  ['2026-11-20T14:30Z', '2026-11-20T14:30:00.000Z', US],
  ['2026-11-20t14:30:00.5z', '2026-11-20T14:30:00.500Z', US],
  ['2026-11-20T14:30:00.123999Z', '2026-11-20T14:30:00.123Z', US],
  ['2026-11-20T14:30:00,123Z', '2026-11-20T14:30:00.123Z', US],
  ['2026-11-20T14:30:00+05:30', '2026-11-20T09:00:00.000Z', US],
  ['2026-11-20T14:30:00-0500', '2026-11-20T19:30:00.000Z', DE],
  ['2026-11-20T14:30:00+01', '2026-11-20T13:30:00.000Z', US],
  ['2026-11-20T14:30:00−05:00', '2026-11-20T19:30:00.000Z', US],
  ['2026-11-20 14:30 UTC', '2026-11-20T14:30:00.000Z', US],
  ['Fri, 20 Nov 2026 14:30:00 GMT', '2026-11-20T14:30:00.000Z', US],
  [
    'Fri Nov 20 2026 14:30:00 GMT+0100 (Central European Standard Time)',
    '2026-11-20T13:30:00.000Z',
    US,
  ],
  ['2026-11-20 14:30', '2026-11-20T19:30:00.000Z', US],
  ['2026-11-20T14:30:15.250', '2026-11-20T13:30:15.250Z', DE],
  ['11/20/2026 2:30 PM', '2026-11-20T19:30:00.000Z', US],
  ['11/20/2026, 2:30:00\u202fPM', '2026-11-20T19:30:00.000Z', US],
  ['20.11.2026 14:30', '2026-11-20T13:30:00.000Z', DE],
  ['Nov 20 2026 at 2 p.m.', '2026-11-20T19:30:00.000Z'.replace('19:30', '19:00'), US],
  ['2026-11-20 12 AM', '2026-11-20T05:00:00.000Z', US],
  ['2026-11-20 12:15 pm', '2026-11-20T17:15:00.000Z', US],
  ['2026-11-20', '2026-11-20T05:00:00.000Z', US],
  ['11/20/2026', '2026-11-19T23:00:00.000Z', DE],
  ['2026-07-01', '2026-07-01T04:00:00.000Z', US],
  ['2026-11-05 10:00:00 EST', '2026-11-05T15:00:00.000Z', US],
  ['Nov 5, 2026 2:05 PM EST', '2026-11-05T19:05:00.000Z', US],
  ['2026-07-05 10:00 pdt', '2026-07-05T17:00:00.000Z', US],
  ['2026-11-05 10:00 (CST)', '2026-11-05T16:00:00.000Z', at('CA', 'America/Toronto')],
  ['2026-11-05 10:00:00 GMT+2', '2026-11-05T08:00:00.000Z', US],
  ['2026-11-05 10:00 UTC-5:30', '2026-11-05T15:30:00.000Z', DE],
  ['2026-11-05 10:00 UTC', '2026-11-05T10:00:00.000Z', US],
  ['2026-11-05 10:00Z', '2026-11-05T10:00:00.000Z', US],
  ['5.11.2026 10:00 MEZ', '2026-11-05T09:00:00.000Z', DE],
  ['5 July 2026 10:00 CEST', '2026-07-05T08:00:00.000Z', US],
  ['2026-11-05 10:00 IST', '2026-11-05T04:30:00.000Z', at('IN')],
  ['2026-07-05 10:00 IST', '2026-07-05T09:00:00.000Z', at('IE')],
  [1_795_183_800_123, '2026-11-20T14:10:00.123Z', US],
  [1_795_183_800_123.9, '2026-11-20T14:10:00.123Z', US],
  ['1795183800123', '2026-11-20T14:10:00.123Z', US],
  [' 2026-11-20T14:30:00.000Z', '2026-11-20T14:30:00.000Z', US],
])('datetime: %j is %s', (sent, expected, ctx) => {
  expect(convertCell(datetime, sent, ctx)).toEqual(made(expected))
})

test.each(['2026-11-20T14:30:00.000Z', '1000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  'datetime: %s is kept',
  (sent) => expect(convertCell(datetime, sent, US)).toEqual(kept(sent)),
)

test.each([
  '2026-11-20 25:00',
  '2026-11-20 24:00',
  '2026-11-20 14:60',
  '2026-11-20 14:30:60',
  '2026-11-20 14',
  '2026-11-20 13 PM',
  '2026-11-20 0 am',
  '2026-11-20 14:30 p',
  '2026-11-20 14:30 m',
  '2026-11-20 14:30+25:00',
  '2026-11-20 14:30+01:60',
  '2026-11-20 x',
  '2026-11-20T',
  '2026-11-20Z',
])('datetime: the time of %s cannot be read', (sent) => {
  expectRefused(datetime, sent, US, 'has a time that cannot be read', '2026-11-20T14:30:00Z')
})

test.each<[string, CellContext]>([
  ['2026-11-20 14:30 EST', DE],
  ['2026-11-20 14:30 CST', at('CN')],
  ['2026-11-20 14:30 IST', US],
  ['2026-11-20 14:30 BST', US],
  ['2026-11-20 14:30 ET', US],
  ['2026-11-20 14:30 (Eastern Standard Time)', US],
  ['2026-11-20 14:30 XYZ', US],
  ['2026-11-20T14:30:00[Europe/Berlin]', US],
  ['2026-11-20 14:30 Berlin', US],
])('datetime: %s in %o names a zone in letters that are not certain', (sent, ctx) =>
  expectRefused(datetime, sent, ctx, 'send an offset instead'),
)

test('date: a time with the letters of its zone is of the day that it is here', () => {
  expect(convertCell(date, '2026-11-05 22:30 PST', US)).toEqual(made('2026-11-06'))
})

test('datetime: times that a clock change skips or repeats are refused', () => {
  expectRefused(datetime, '2026-03-08 02:30', US, 'does not exist in America/New_York', '-05:00')
  expectRefused(datetime, '2026-11-01 01:30', US, 'happens twice', '-04:00 or -05:00')
  expectRefused(datetime, '2026-03-29 02:30', DE, 'does not exist in Europe/Berlin', '+01:00')
  expect(convertCell(datetime, '2026-11-01T01:30:00-05:00', US)).toEqual(
    made('2026-11-01T06:30:00.000Z'),
  )
  expect(convertCell(datetime, '2026-03-08 01:59', US)).toEqual(made('2026-03-08T06:59:00.000Z'))
  expect(convertCell(datetime, '2026-03-08 03:00', US)).toEqual(made('2026-03-08T07:00:00.000Z'))
  expect(convertCell(datetime, '2026-11-01 00:59', US)).toEqual(made('2026-11-01T04:59:00.000Z'))
  expect(convertCell(datetime, '2026-11-01 02:00', US)).toEqual(made('2026-11-01T07:00:00.000Z'))
})

test('datetime: a day begins at its first instant, even where midnight is skipped', () => {
  const CHILE = at('CL', 'America/Santiago')
  expect(convertCell(datetime, '2026-09-06', CHILE)).toEqual(made('2026-09-06T04:00:00.000Z'))
  expectRefused(datetime, '2026-09-06 00:30', CHILE, 'does not exist')
})

test('datetime: out of range', () => {
  expectRefused(datetime, '9999-12-31T23:30:00-05:00', US, 'years 1000 to 9999')
  expectRefused(datetime, '0999-12-31T23:30:00Z', US, 'years 1000 to 9999')
  expectRefused(datetime, 60, US, 'seconds')
})

test.each(['', '  ', null])('%j is empty', (sent) => {
  expect(convertCell(date, sent, US)).toEqual(empty)
  expect(convertCell(datetime, sent, US)).toEqual(empty)
})

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Apia',
  'Africa/Casablanca',
]

test.each(zones)('datetime: the clock of %s is read as Temporal reads it', (zone) => {
  const ctx = at('US', zone)
  const minute = fc.integer({ min: Date.UTC(1950, 0) / 60_000, max: Date.UTC(2060, 0) / 60_000 })
  fc.assert(
    fc.property(minute, (minutes) => {
      const instant = new Date(minutes * 60_000).toISOString()
      const clock = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime()
      const isOnce = (() => {
        try {
          return clock.toZonedDateTime(zone, { disambiguation: 'reject' }) !== undefined
        } catch {
          return false
        }
      })()
      if (isOnce) {
        const sent = clock.toString({ smallestUnit: 'second' }).replace(/\.\d+$/, '')
        const [is] = [convertCell(datetime, sent, ctx)]
        expect(is).toEqual(
          made(clock.toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 })),
        )
      }
      // Programs write a day as midnight in UTC, wherever the workspace is.
      const day = minutes % 1440 === 0 ? instant.slice(0, 10) : clock.toPlainDate().toString()
      expect(convertCell(date, instant, ctx)).toEqual(made(day))
    }),
    { numRuns: 300 },
  )
})

test('date: every form of a day is read as that day', () => {
  const day = fc.date({
    min: new Date('1000-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  })
  const months =
    'January February March April May June July August September October November December'.split(
      ' ',
    )
  fc.assert(
    fc.property(day, (value) => {
      const iso = value.toISOString().slice(0, 10)
      const [y = '', m = '', d = ''] = iso.split('-')
      const month = months[Number(m) - 1]!
      expect(convertCell(date, iso, US)).toEqual(kept(iso))
      for (const sent of [
        `${m}/${d}/${y}`,
        `${Number(m)}/${Number(d)}/${y}`,
        `${month} ${Number(d)}, ${y}`,
        `${d} ${month.slice(0, 3)} ${y}`,
      ]) {
        expect(convertCell(date, sent, US)).toEqual(made(iso))
      }
      expect(convertCell(date, `${d}.${m}.${y}`, DE)).toEqual(made(iso))
    }),
  )
})
