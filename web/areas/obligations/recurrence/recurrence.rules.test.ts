import { describe, expect, it } from 'vitest'
import { type Recurrence, readRecurrence } from '../../../../shared/recurrence-rule.ts'
import { blankRecurrence, firstTimes, recurrenceForm, ruleOf } from './recurrence.rules.ts'
import { recurrenceWords } from './recurrence-words.rules.ts'

const read = (rule: string) => readRecurrence(rule) as Recurrence

const words: [rule: string, words: string][] = [
  ['FREQ=DAILY', 'every day'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  ['FREQ=WEEKLY', 'every week'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10', 'every 2 weeks on Monday and Friday, 10 times'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every week on Monday to Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=22', 'every month on the 22nd'],
  ['FREQ=MONTHLY;BYDAY=2TU', 'every month on the second Tuesday'],
  ['FREQ=MONTHLY;INTERVAL=3;COUNT=1', 'every 3 months, once'],
  ['FREQ=MONTHLY;UNTIL=20271231', 'every month, until December 31, 2027'],
  ['FREQ=YEARLY', 'every year'],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15', 'every year on April 15'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1FR', 'every year on the last Friday of March'],
]
const beyond: [rule: string, words: string][] = [
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'every month on the 1st and the 15th'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'every month on Friday that is the 13th'],
  ['FREQ=MONTHLY;BYMONTHDAY=-2', 'every month on the 2nd last day'],
  ['FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=-1', 'every year on the last day of January and July'],
  ['FREQ=WEEKLY;BYMONTH=6', 'every week in June'],
  ['FREQ=DAILY;BYDAY=SA,SU', 'every day on Saturday and Sunday'],
]

describe('a recurrence rule', () => {
  it.each([...words, ...beyond])('%s is said as "%s"', (rule, expected) => {
    expect(recurrenceWords(read(rule))).toBe(expected)
  })

  it.each(words)('%s comes back from the editor as it was', (rule) => {
    expect(ruleOf(recurrenceForm(read(rule))!)).toBe(rule)
  })

  it.each(beyond)('%s is too complex for the editor', (rule) => {
    expect(recurrenceForm(read(rule))).toBeUndefined()
  })

  it('that ends at a time of day is too complex for the editor', () => {
    const rule = read('FREQ=WEEKLY;BYDAY=TH;UNTIL=20271231T170000Z')
    expect(recurrenceWords(rule)).toBe('every week on Thursday, until December 31, 2027')
    expect(recurrenceForm(rule)).toBeUndefined()
    const local = read('FREQ=WEEKLY;BYDAY=TH;UNTIL=20271231T003000')
    expect(recurrenceWords(local)).toBe('every week on Thursday, until December 31, 2027')
    expect(recurrenceForm(local)).toBeUndefined()
  })

  it('as a calendar writes it comes back as ours does, unless its weeks begin on another day', () => {
    const rule = read('RRULE:FREQ=WEEKLY;WKST=SU;BYDAY=MO, FR;')
    expect(ruleOf(recurrenceForm(rule)!)).toBe('FREQ=WEEKLY;BYDAY=MO,FR')
    expect(recurrenceForm(read('FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO'))).toBeUndefined()
  })

  it('leaves out what its frequency does not use', () => {
    const form = { ...blankRecurrence, on: 'day' as const, weekdays: [4, 0], month: 6 }
    expect(ruleOf({ ...form, freq: 'DAILY' })).toBe('FREQ=DAILY')
    expect(ruleOf({ ...form, freq: 'WEEKLY' })).toBe('FREQ=WEEKLY;BYDAY=MO,FR')
    expect(ruleOf({ ...form, freq: 'MONTHLY' })).toBe('FREQ=MONTHLY;BYMONTHDAY=1')
  })
})

describe('the preview of a series', () => {
  const preview = (rule: string, first: string, timeZone: string) =>
    firstTimes(read(rule), new Date(first), timeZone, 3).map((time) => time.toISOString())

  it('starts with the first time, whether it fits the rule or not', () => {
    expect(preview('FREQ=MONTHLY;BYMONTHDAY=15', '2026-11-24T12:00Z', 'UTC')).toEqual([
      '2026-11-24T12:00:00.000Z',
      '2026-12-15T12:00:00.000Z',
      '2027-01-15T12:00:00.000Z',
    ])
  })

  it('ends with the series', () => {
    expect(preview('FREQ=DAILY;COUNT=2', '2026-11-24T12:00Z', 'UTC')).toHaveLength(2)
    expect(preview('FREQ=DAILY;UNTIL=20261124', '2026-11-24T12:00Z', 'UTC')).toHaveLength(1)
  })

  it('leaves out a day on which the clock skips the time, as the service does', () => {
    expect(preview('FREQ=DAILY', '2026-03-07T07:30Z', 'America/New_York')).toEqual([
      '2026-03-07T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
      '2026-03-10T06:30:00.000Z',
    ])
  })
})
