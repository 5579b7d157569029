import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dayOf, dayStart, daysBetween, isDay, localTime, plusDays } from './days.rules.ts'

/** Runs the rest of a test where the clocks change. */
function inNewYork(): void {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
}

it('days continue across months and years', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2027-03-01', -1)).toBe('2027-02-28')
})

it('invalid text is not a day, and has no start', () => {
  expect([isDay('2026-11-40'), isDay('soon'), isDay('2026-11-24')]).toEqual([false, false, true])
  expect(dayStart('soon')).toBeUndefined()
  expect(dayStart(undefined)).toBeUndefined()
})

it('a day starts at midnight where the reader is, also when the clocks change', () => {
  inNewYork()
  expect(dayStart('2026-11-01')).toBe('2026-11-01T04:00:00.000Z')
  expect(dayStart('2026-11-01', 1)).toBe('2026-11-02T05:00:00.000Z')
  expect(dayStart('2026-03-07', 2)).toBe('2026-03-09T04:00:00.000Z')
})

it('a number of days later is as many days away, wherever the clocks change', () => {
  inNewYork()
  const days = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(days, fc.integer({ min: -4000, max: 4000 }), (at, later) => {
      const day = dayOf(at)
      expect(daysBetween(day, plusDays(day, later))).toBe(later)
    }),
  )
})

it('a time is written as a field holds it, in the reader’s time zone', () => {
  inNewYork()
  expect(localTime('2026-11-24T22:05:12.345Z')).toBe('2026-11-24T17:05')
})
