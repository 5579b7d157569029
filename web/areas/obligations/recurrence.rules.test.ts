import { describe, expect, it } from 'vitest'
import { nextDue } from '../../../server/domains/obligations/recurrence.rules.ts'
import { blankRecurrence, formOf, readRule, ruleOf } from './recurrence.rules.ts'
import { firstDays } from './recurrence-days.rules.ts'
import { wordsOf } from './recurrence-words.rules.ts'

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
  it.each([...words, ...beyond])('%s is said as "%s"', (rule, said) => {
    expect(wordsOf(readRule(rule)!)).toBe(said)
  })

  it.each(words)('%s comes back from the editor as it was', (rule) => {
    expect(ruleOf(formOf(readRule(rule)!)!)).toBe(rule)
  })

  it.each(beyond)('%s says more than the editor asks', (rule) => {
    expect(formOf(readRule(rule)!)).toBeUndefined()
  })

  it('is read in any case, with its name before it and with a time at its end', () => {
    expect(readRule('rrule:freq=weekly;byday=th;until=20271231T170000Z')).toEqual({
      freq: 'WEEKLY',
      interval: 1,
      until: '2027-12-31',
      weekdays: [{ day: 3, nth: 0 }],
    })
  })

  it('without a frequency or with an unknown day is none', () => {
    expect(readRule('INTERVAL=2')).toBeUndefined()
    expect(readRule('FREQ=WEEKLY;BYDAY=XX')).toBeUndefined()
  })

  it('leaves out what its frequency does not use', () => {
    const form = { ...blankRecurrence, on: 'day' as const, weekdays: [4, 0], month: 6 }
    expect(ruleOf({ ...form, freq: 'DAILY' })).toBe('FREQ=DAILY')
    expect(ruleOf({ ...form, freq: 'WEEKLY' })).toBe('FREQ=WEEKLY;BYDAY=MO,FR')
    expect(ruleOf({ ...form, freq: 'MONTHLY' })).toBe('FREQ=MONTHLY;BYMONTHDAY=1')
  })
})

describe('the preview of a series', () => {
  it.each([...words, ...beyond])('%s has the days that the service gives it', (rule) => {
    const days = firstDays(readRule(rule)!, '2026-11-24', 5)
    const theirs = ['2026-11-24']
    const start = new Date('2026-11-24T12:00:00Z')
    for (let at: Date | undefined = start; theirs.length < 5; ) {
      at = nextDue(rule, start, at, 'UTC')
      if (!at) break
      theirs.push(at.toISOString().slice(0, 10))
    }
    expect(days).toEqual(theirs)
  })

  it('leaves out days that a month does not have', () => {
    expect(firstDays(readRule('FREQ=MONTHLY')!, '2027-01-31', 3)).toEqual([
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ])
  })
})
