import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { instantOf, shownAt } from './clocks.ts'

const zones = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  // One that is set forward at midnight, one that once skipped a whole day, one that changes by half an hour, and one
  // that changed four times in one year.
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
)
const zoned = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
const shown = (clock: Temporal.PlainDateTime) => clock.toZonedDateTime('UTC').epochMilliseconds

/** Moments around the changes of a zone's clock, and any others. */
const moments = fc
  .record({
    zone: zones,
    at: fc.integer({ min: Date.UTC(1850, 0), max: Date.UTC(2100, 0) }),
    isNear: fc.boolean(),
    off: fc.integer({ min: -26 * 60, max: 26 * 60 }),
  })
  .map(({ zone, at, isNear, off }) => {
    const change = isNear ? zoned(at, zone).getTimeZoneTransition('next') : null
    return { zone, at: change ? change.epochMilliseconds + off * 60_000 : at }
  })

test('a clock shows what it shows by Temporal', () => {
  fc.assert(
    fc.property(moments, ({ zone, at }) => {
      expect(shownAt(at, zone)).toBe(shown(zoned(at, zone).toPlainDateTime()))
    }),
    { numRuns: 500 },
  )
})

test('a time that a clock shows is when Temporal says, the first if it is twice; one that it skips is never', () => {
  fc.assert(
    fc.property(moments, ({ zone, at: wanted }) => {
      const clock = Temporal.Instant.fromEpochMilliseconds(wanted)
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
      const at = clock.toZonedDateTime(zone)
      const isSkipped = !at.toPlainDateTime().equals(clock)
      expect(instantOf(wanted, zone)).toBe(isSkipped ? undefined : at.epochMilliseconds)
    }),
    { numRuns: 500 },
  )
})
