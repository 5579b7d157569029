import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Obligation } from './obligation-words.rules.ts'
import { isOverdue, standingOf, timeLeft } from './time-left.rules.ts'

const HOUR = 3_600_000
// Saturday, November 21, 2026, at noon where the test runs.
const now = new Date(2026, 10, 21, 12).getTime()
const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).getTime()
const words = (ms: number, given = {}) => timeLeft(ms, now, given).words

describe('a deadline that somebody set', () => {
  it('is told by the calendar', () => {
    expect(words(at(21, 17))).toBe('Due today 5 pm')
    expect(words(at(21, 17, 30))).toBe('Due today 5:30 pm')
    expect(words(at(22, 0))).toBe('Due tomorrow')
    expect(words(at(22, 23, 59))).toBe('Due tomorrow')
    expect(words(at(23, 8))).toBe('Due Mon')
    expect(words(at(27, 8))).toBe('Due Fri')
    expect(words(at(28, 8))).toBe('Due Nov 28')
    expect(words(new Date(2027, 0, 5, 8).getTime())).toBe('Due Jan 5, 2027')
  })

  it('is pressing on its day and within 24 hours', () => {
    const urgency = (ms: number) => timeLeft(ms, now).urgency
    expect(urgency(at(21, 23))).toBe('soon')
    expect(urgency(at(22, 12))).toBe('soon')
    expect(urgency(at(22, 13))).toBe('ahead')
    expect(urgency(now - 1)).toBe('overdue')
  })
})

it('a number of hours is told in hours for two days, then by the calendar', () => {
  const inHours = (hours: number) => words(now + hours * HOUR, { inHours: true })
  expect(inHours(0)).toBe('Due now')
  expect(inHours(0.7)).toBe('Due in 42 min')
  expect(inHours(23.9)).toBe('Due in 23 h')
  expect(inHours(47.5)).toBe('Due in 47 h')
  expect(inHours(48)).toBe('Due Mon')
})

it('overdue is told in minutes, hours, and days of the calendar', () => {
  expect(words(now - 1)).toBe('Overdue')
  expect(words(now - 20 * 60_000)).toBe('20 min overdue')
  expect(words(now - 30 * HOUR)).toBe('30 h overdue')
  expect(words(at(19, 12))).toBe('2 days overdue')
  // 66 hours, but three midnights.
  expect(words(at(18, 18))).toBe('3 days overdue')
})

it('the words never contradict how pressing it is', () => {
  const spans = fc.integer({ min: -40 * 24 * HOUR, max: 400 * 24 * HOUR })
  fc.assert(
    fc.property(spans, fc.boolean(), (span, inHours) => {
      const { urgency, words } = timeLeft(now + span, now, { inHours })
      expect(words.toLowerCase().endsWith('overdue')).toBe(span < 0)
      expect(words.startsWith('Due ')).toBe(span >= 0)
      expect(urgency === 'overdue').toBe(span < 0)
      expect(words).not.toMatch(/\b[01] days|-|NaN|undefined/)
    }),
  )
})

describe('how an obligation stands', () => {
  const obligation = (given: Partial<Obligation>) =>
    ({
      status: 'open',
      dueAt: null,
      deadlineAt: null,
      completedAt: null,
      waivedAt: null,
      breachSeverity: null,
      ...given,
    }) as Obligation
  const moment = (ms: number) => new Date(ms).toISOString()

  it('counts hours if the deadline is not the due time', () => {
    const deadlineAt = moment(now + 23 * HOUR)
    const due = (dueAt: string | null) => standingOf(obligation({ dueAt, deadlineAt }), now)?.words
    expect(due(null)).toBe('Due in 23 h')
    expect(due(moment(now + 90 * HOUR))).toBe('Due in 23 h')
    expect(due(deadlineAt)).toBe('Due tomorrow')
  })

  it('is overdue by the reader’s clock, even if it was not when it was read', () => {
    const one = obligation({ deadlineAt: moment(now - HOUR) })
    expect([isOverdue(one, now), isOverdue(one, now - 2 * HOUR)]).toEqual([true, false])
    expect(standingOf(one, now)?.words).toBe('1 h overdue')
  })

  it('says of a closed one only that it was late', () => {
    const closed = (given: Partial<Obligation>) =>
      standingOf(obligation({ status: 'completed', deadlineAt: moment(now), ...given }), now)
    expect(closed({ completedAt: moment(now - 1) })).toBeNull()
    expect(closed({ completedAt: moment(now + 1) })?.words).toBe('Closed late')
    expect(closed({ status: 'waived', waivedAt: moment(now + 1) })?.urgency).toBe('past')
    expect(closed({ status: 'cancelled', breachSeverity: 'minor' })?.urgency).toBe('past')
  })

  it('says nothing without a deadline', () => {
    expect(standingOf(obligation({}), now)).toBeNull()
    expect(isOverdue(obligation({}), now)).toBe(false)
  })
})
