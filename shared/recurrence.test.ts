import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { nextDue, ruleProblem } from './recurrence.ts'

const UTC = 'UTC'
const NEW_YORK = 'America/New_York'
const BERLIN = 'Europe/Berlin'

/** The first `most` times of a series, as the wall clock shows them. */
function series(rule: string, start: string, timeZone: string, most: number): string[] {
  const first = Temporal.PlainDateTime.from(start).toZonedDateTime(timeZone)
  const seriesStart = new Date(first.epochMilliseconds)
  const times = [seriesStart]
  while (times.length < most) {
    const next = nextDue(rule, seriesStart, times.at(-1)!, timeZone)
    if (!next) break
    times.push(next)
  }
  return times.map((time) => wall(time, timeZone))
}

const wall = (time: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

const at = (days: string[], time: string): string[] => days.map((day) => `${day}T${time}`)

test.each([
  [
    'FREQ=MONTHLY;BYMONTHDAY=31',
    '2026-01-31',
    ['2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    '2027-12-31',
    ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
  ],
  ['FREQ=MONTHLY', '2026-01-31', ['2026-03-31', '2026-05-31']],
  ['FREQ=MONTHLY;INTERVAL=3', '2026-11-15', ['2027-02-15', '2027-05-15']],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', '2026-02-01', ['2026-02-15', '2026-02-28', '2026-03-01']],
  ['FREQ=MONTHLY;BYDAY=2TU', '2026-11-10', ['2026-12-08', '2027-01-12']],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', ['2026-12-25', '2027-01-29']],
  ['FREQ=MONTHLY;BYDAY=5MO', '2026-11-30', ['2027-03-29', '2027-05-31']],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2026-11-13', ['2027-08-13', '2028-10-13']],
  ['FREQ=MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1', '2026-12-31', ['2027-03-31', '2027-06-30']],
  ['FREQ=YEARLY', '2024-02-29', ['2028-02-29', '2032-02-29']],
  ['FREQ=YEARLY', '2096-02-29', ['2104-02-29']],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '2027-02-28', ['2028-02-29', '2029-02-28']],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=4;BYMONTHDAY=15', '2026-04-15', ['2028-04-15', '2030-04-15']],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', '2026-03-29', ['2027-03-28', '2028-03-26']],
  ['FREQ=YEARLY;BYDAY=53MO', '2029-12-31', ['2035-12-31', '2040-12-31']],
  ['FREQ=YEARLY;BYDAY=-1MO', '2026-12-28', ['2027-12-27', '2028-12-25']],
  ['FREQ=WEEKLY', '2026-11-18', ['2026-11-25', '2026-12-02']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-11-16', ['2026-11-20', '2026-11-30', '2026-12-04']],
  // A week ends with its Sunday.
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO', '2026-11-22', ['2026-11-30', '2026-12-06', '2026-12-14']],
  ['FREQ=DAILY;INTERVAL=10', '2026-12-25', ['2027-01-04', '2027-01-14']],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', '2026-11-20', ['2026-11-23', '2026-11-24']],
  ['freq=daily', '2026-02-28', ['2026-03-01']],
  ['RRULE:FREQ=DAILY', '2024-02-28', ['2024-02-29']],
])('%s from %s goes on as %j', (rule, start, then) => {
  const days = at([start, ...then], '17:00')
  expect(series(rule, days[0]!, UTC, days.length)).toEqual(days)
})

test('a first time that does not fit the rule is an instance and counts as one', () => {
  expect(series('FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3', '2026-01-20T09:00', UTC, 9)).toEqual(
    at(['2026-01-20', '2026-02-15', '2026-03-15'], '09:00'),
  )
})

test.each([
  [
    'RRULE:FREQ=WEEKLY;WKST=SU;UNTIL=20271216T045959Z;BYDAY=TU,TH',
    'FREQ=WEEKLY;UNTIL=20271216T045959Z;BYDAY=TU,TH',
  ],
  ['FREQ=WEEKLY;BYDAY=FR;INTERVAL=1;COUNT=10;', 'FREQ=WEEKLY;BYDAY=FR;COUNT=10'],
  ['RRULE:;FREQ=YEARLY;;BYDAY=-1SU;BYMONTH=10', 'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
  [
    'FREQ=DAILY;INTERVAL=1;BYDAY=MO, TU, WE, TH, FR\r\n ;WKST=SU',
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
  ],
  ['RRULE:FREQ=MONTHLY;BYMONTHDAY=1,1\r\n\t5;COUNT=3\r\n', 'FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=3'],
  ['rrule;x-app-regenerate=trash:freq=weekly;byday=mo,tu;wkst=mo', 'FREQ=WEEKLY;BYDAY=MO,TU'],
  ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', 'FREQ=MONTHLY;BYDAY=2TU'],
  ['FREQ=MONTHLY;BYSETPOS=1,-1;BYDAY=FR;INTERVAL=1', 'FREQ=MONTHLY;BYDAY=1FR,-1FR'],
  ['FREQ=YEARLY;BYDAY=TH;BYMONTH=11;BYSETPOS=4', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
])('%j, as calendars write it, is %s', (written, rule) => {
  expect(ruleProblem(written)).toBeUndefined()
  expect(series(written, '2026-11-24T17:00', NEW_YORK, 12)).toEqual(
    series(rule, '2026-11-24T17:00', NEW_YORK, 12),
  )
})

test('weeks begin on the day that WKST says, which decides which of them are left out', () => {
  const rule = (start: string) => `FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=${start}`
  const first = '1997-08-05T09:00'
  expect(series(rule('MO'), first, NEW_YORK, 9)).toEqual(
    at(['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'], '09:00'),
  )
  expect(series(rule('SU'), first, NEW_YORK, 9)).toEqual(
    at(['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'], '09:00'),
  )
})

test('COUNT ends a series at that many, and 1 at the first', () => {
  expect(series('FREQ=WEEKLY;COUNT=3', '2026-11-02T09:00', UTC, 9)).toHaveLength(3)
  expect(series('FREQ=DAILY;COUNT=1', '2026-11-02T09:00', UTC, 9)).toHaveLength(1)
  expect(series('FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4', '2026-01-31T09:00', UTC, 9).at(-1)).toBe(
    '2026-07-31T09:00',
  )
})

test('UNTIL as a date holds to the end of that day in the zone, as a time to that moment, in the zone without Z', () => {
  const last = (until: string) =>
    series(`FREQ=DAILY;UNTIL=${until}`, '2026-11-20T23:30', NEW_YORK, 9).at(-1)
  expect(last('20261122')).toBe('2026-11-22T23:30')
  expect(last('20261123T043000Z')).toBe('2026-11-22T23:30')
  expect(last('20261123T042959Z')).toBe('2026-11-21T23:30')
  expect(last('20261101')).toBe('2026-11-20T23:30')
  expect(last('20261122T233000')).toBe('2026-11-22T23:30')
  expect(last('20261122T232959')).toBe('2026-11-21T23:30')
})

test.each([
  [NEW_YORK, '2026-03-07T09:00', ['2026-03-07', '2026-03-08', '2026-03-09'], 23],
  [NEW_YORK, '2026-10-31T09:00', ['2026-10-31', '2026-11-01', '2026-11-02'], 25],
  [BERLIN, '2026-03-28T09:00', ['2026-03-28', '2026-03-29', '2026-03-30'], 23],
  [BERLIN, '2026-10-24T09:00', ['2026-10-24', '2026-10-25', '2026-10-26'], 25],
])('in %s the wall time is kept when clocks change after %s', (zone, start, days, hours) => {
  expect(series('FREQ=DAILY', start, zone, 3)).toEqual(at(days, '09:00'))
  const first = new Date(Temporal.PlainDateTime.from(start).toZonedDateTime(zone).epochMilliseconds)
  const second = nextDue('FREQ=DAILY', first, first, zone)!
  expect((second.getTime() - first.getTime()) / 3_600_000).toBe(hours)
})

test('a time that the clock skips is no instance and is not counted', () => {
  expect(series('FREQ=DAILY;COUNT=3', '2026-03-07T02:30', NEW_YORK, 9)).toEqual(
    at(['2026-03-07', '2026-03-09', '2026-03-10'], '02:30'),
  )
  expect(series('FREQ=DAILY', '2026-10-31T01:30', NEW_YORK, 3)).toEqual(
    at(['2026-10-31', '2026-11-01', '2026-11-02'], '01:30'),
  )
})

test('the next is looked for after a time that was moved off the rule, even if it is past', () => {
  const next = (after: string) =>
    nextDue('FREQ=MONTHLY;BYMONTHDAY=15', new Date('2020-01-15T17:00Z'), new Date(after), UTC)
  expect(next('2020-01-20T08:00Z')).toEqual(new Date('2020-02-15T17:00Z'))
  expect(next('2020-02-15T16:59Z')).toEqual(new Date('2020-02-15T17:00Z'))
  expect(next('2020-02-15T17:00Z')).toEqual(new Date('2020-03-15T17:00Z'))
  expect(next('2019-12-01T17:00Z')).toEqual(new Date('2020-01-15T17:00Z'))
})

test('seconds and milliseconds of the first time are kept', () => {
  const start = new Date('2026-11-20T17:00:12.345Z')
  expect(nextDue('FREQ=DAILY', start, start, UTC)).toEqual(new Date('2026-11-21T17:00:12.345Z'))
})

test.each([
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=2',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTH=7',
  'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
])('%s may have no next time, and says so', (rule) => {
  const start = new Date('2001-01-01T09:00Z')
  expect(nextDue(rule, start, start, UTC)).toBeUndefined()
})

test('a daily rule that has run for decades is answered, with COUNT too', () => {
  const start = new Date('1996-01-01T09:00Z')
  for (const rule of ['FREQ=DAILY', 'FREQ=DAILY;COUNT=9999']) {
    const next = nextDue(rule, start, new Date('2016-01-01T09:00Z'), NEW_YORK)
    expect(next).toEqual(new Date('2016-01-02T09:00Z'))
  }
})

test('a series ends with the last year that a timestamp can hold', () => {
  const start = new Date('9999-12-31T09:00Z')
  expect(nextDue('FREQ=DAILY', start, start, UTC)).toBeUndefined()
  expect(nextDue('FREQ=YEARLY', start, start, UTC)).toBeUndefined()
  // The next time is still in 9999 in New York, but no longer in UTC.
  const evening = new Date('9999-12-31T01:00Z')
  expect(nextDue('FREQ=DAILY', evening, evening, NEW_YORK)).toBeUndefined()
  expect(nextDue('FREQ=DAILY;UNTIL=99991231', evening, evening, NEW_YORK)).toBeUndefined()
})

test.each([
  ['FREQ=HOURLY', 'FREQ: "HOURLY" is not supported; send DAILY, WEEKLY, MONTHLY, YEARLY'],
  ['INTERVAL=2', 'FREQ is missing; send FREQ=DAILY|WEEKLY|MONTHLY|YEARLY'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL: "0" is not supported; send a whole number from 1 to 9999'],
  ['FREQ=DAILY;COUNT=0', 'COUNT: "0" is not supported; send a whole number from 1 to 9999'],
  ['FREQ=DAILY;COUNT=1e2', 'send a whole number'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'COUNT and UNTIL are both there; send one of them'],
  ['FREQ=DAILY;UNTIL=20270230', 'send a date or a time, such as 20271231 or 20271231T170000Z'],
  ['FREQ=DAILY;UNTIL=20270101T2500Z', 'send a date or a time'],
  ['FREQ=DAILY;UNTIL=20270101T250000Z', 'send a date or a time'],
  ['FREQ=DAILY;UNTIL=20270101T250000', 'send a date or a time'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'BYSETPOS goes with one day in BYDAY'],
  ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR;BYSETPOS=1', 'BYSETPOS goes with one day in BYDAY'],
  ['FREQ=MONTHLY;BYDAY=2FR;BYSETPOS=1', 'BYSETPOS goes with one day in BYDAY'],
  ['FREQ=YEARLY;BYMONTH=1,7;BYDAY=FR;BYSETPOS=3', 'BYSETPOS goes with one day in BYDAY'],
  ['FREQ=WEEKLY;BYDAY=FR;BYSETPOS=1', 'BYSETPOS goes with one day in BYDAY'],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=6', 'BYSETPOS: "6" is not supported; send a number up to 5'],
  ['FREQ=DAILY;BYHOUR=9', 'BYHOUR is not supported'],
  ['FREQ=DAILY;WKST=6', 'WKST: "6" is not supported; send MO, TU'],
  ['FREQ=DAILY;EXDATE=20270101', 'EXDATE is not supported'],
  ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ is there twice'],
  [';', 'FREQ is missing'],
  ['every month', 'is not part of a rule'],
  ['FREQ=DAILY;BYDAY=1MO', 'without a number before them'],
  ['FREQ=WEEKLY;BYDAY=MON', 'BYDAY: "MON" is not supported'],
  ['FREQ=MONTHLY;BYDAY=6MO', 'up to 5'],
  ['FREQ=YEARLY;BYDAY=54MO', 'up to 53'],
  ['FREQ=WEEKLY;BYMONTHDAY=3', 'BYMONTHDAY does not go with FREQ=WEEKLY'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'days from 1 to 31'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'days from 1 to 31'],
  ['FREQ=YEARLY;BYMONTH=13', 'months from 1 to 12'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'no day fits all of its parts'],
  ['FREQ=DAILY;BYMONTH=4,6;BYMONTHDAY=31', 'no day fits all of its parts'],
  ['FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=2MO', 'no day fits all of its parts'],
  ['FREQ=HOURLY;COUNT=0;BYSETPOS=1', 'COUNT: "0"'],
])('%s is refused, with what to send', (rule, why) => {
  expect(ruleProblem(rule)).toContain(why)
})

test('a rule that fits few days is one all the same', () => {
  expect(ruleProblem('FREQ=YEARLY;BYMONTH=2;BYDAY=5SA')).toBeUndefined()
  expect(ruleProblem('FREQ=DAILY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=29')).toBeUndefined()
})

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1, maxLength: 3 })
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values).map((value) => [value])
const part = (name: string, values: fc.Arbitrary<readonly (string | number)[]>) =>
  fc.option(
    values.map((list) => `;${name}=${list.join(',')}`),
    { nil: '' },
  )
const nths = some(
  weekdays.flatMap((day) => ['', '1', '2', '-1', '-2', '5'].map((nth) => nth + day)),
)
const dayNumbers = some([1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -31])
const months = part('BYMONTH', some([1, 2, 3, 4, 6, 12]))
const interval = fc.integer({ min: 1, max: 5 }).map((n) => `;INTERVAL=${n}`)
const parts = (freq: string, ...more: fc.Arbitrary<string>[]) =>
  fc.tuple(interval, months, ...more).map((each) => `FREQ=${freq}${each.join('')}`)
const rules = fc
  .oneof(
    parts('DAILY', part('BYDAY', some(weekdays)), part('BYMONTHDAY', dayNumbers)),
    parts('WEEKLY', part('BYDAY', some(weekdays)), part('WKST', oneOf(weekdays))),
    parts('MONTHLY', part('BYDAY', nths), part('BYMONTHDAY', dayNumbers)),
    // If a yearly rule has weekdays of both kinds, the other implementation uses only those with a number.
    parts('YEARLY', part('BYDAY', some(weekdays))),
    parts('YEARLY', part('BYDAY', some(['1MO', '-1FR', '2SU', '-2WE']))),
    parts('YEARLY', part('BYMONTHDAY', dayNumbers)),
  )
  .filter((rule) => ruleProblem(rule) === undefined)
const starts = fc
  .integer({ min: 0, max: 30 * 365 })
  .map((day) => new Date(Date.UTC(2000, 0, 1 + day, 14, 45)))

test('whatever the rule, the series is the one that another implementation makes', () => {
  fc.assert(
    fc.property(
      rules,
      starts,
      fc.constantFrom(UTC, NEW_YORK, BERLIN),
      fc.integer({ min: 2, max: 6 }),
      (rule, start, zone, count) => {
        const dtstart = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(
          zone,
        )
        const other = new RRuleTemporal({
          rruleString: rule,
          dtstart,
          temporal: Temporal,
          maxIterations: 4_000,
        })
        let theirs: string[]
        try {
          theirs = other
            .all((_, i) => i <= count)
            .map((time) => wall(new Date(time.epochMilliseconds), zone))
        } catch (error) {
          // The other implementation gives up on a rule that has no more days.
          fc.pre(!/Maximum iterations/.test(String(error)))
          throw error
        }
        const first = dtstart.toPlainDateTime().toString()
        const expected = [...new Set([wall(start, zone), ...theirs])].slice(0, count)
        expect(series(rule, first, zone, count)).toEqual(expected)
        expect(series(`${rule};COUNT=${count}`, first, zone, 9)).toEqual(expected)
      },
    ),
    { numRuns: 80 },
  )
})
