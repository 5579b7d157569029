import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { zonesOfAreaCode } from './area-codes.rules.ts'
import { notBefore } from './quiet-hours.rules.ts'

const at = (to: string, now: string, zone?: string) =>
  notBefore(to, new Date(now), zone)?.toISOString() ?? null

test.each([
  // New York: to the minute, in both halves of the year.
  ['+12125550123', '2026-01-15T12:59:59.999Z', '2026-01-15T13:00:00.000Z'],
  ['+12125550123', '2026-01-15T13:00:00.000Z', null],
  ['+12125550123', '2026-07-15T12:00:00.000Z', null],
  ['+12125550123', '2026-07-15T11:59:00.000Z', '2026-07-15T12:00:00.000Z'],
  ['+12125550123', '2026-01-16T00:59:59.999Z', null],
  ['+12125550123', '2026-01-16T01:00:00.000Z', '2026-01-16T13:00:00.000Z'],
  // The nights in which its clocks go forward and back.
  ['+12125550123', '2026-03-08T01:30:00.000Z', '2026-03-08T12:00:00.000Z'],
  ['+12125550123', '2026-11-01T00:30:00.000Z', '2026-11-01T13:00:00.000Z'],
  // Los Angeles, Phoenix (no daylight saving), Honolulu, Guam, Puerto Rico.
  ['+12135550123', '2026-07-15T14:00:00.000Z', '2026-07-15T15:00:00.000Z'],
  ['+16025550123', '2026-07-15T14:30:00.000Z', '2026-07-15T15:00:00.000Z'],
  ['+18085550123', '2026-07-15T17:00:00.000Z', '2026-07-15T18:00:00.000Z'],
  ['+16715550123', '2026-07-15T21:00:00.000Z', '2026-07-15T22:00:00.000Z'],
  ['+17875550123', '2026-07-15T11:00:00.000Z', '2026-07-15T12:00:00.000Z'],
  // A code in two zones: not before eight in both, nor after twenty in either.
  ['+18505550123', '2026-01-15T13:30:00.000Z', '2026-01-15T14:00:00.000Z'],
  ['+18505550123', '2026-01-16T01:00:00.000Z', '2026-01-16T14:00:00.000Z'],
  // Toll-free: anywhere from Hawaii to Newfoundland.
  ['+18005550123', '2026-01-15T16:00:00.000Z', '2026-01-15T18:00:00.000Z'],
  ['+14165550123', '2026-01-15T12:30:00.000Z', '2026-01-15T13:00:00.000Z'],
  ['+18765550123', '2026-01-15T12:30:00.000Z', '2026-01-15T13:00:00.000Z'],
  ['+447700900123', '2026-07-15T06:30:00.000Z', '2026-07-15T07:00:00.000Z'],
  ['+4930901820', '2026-01-15T19:00:00.000Z', '2026-01-16T07:00:00.000Z'],
  ['+919876543210', '2026-01-15T02:00:00.000Z', '2026-01-15T02:30:00.000Z'],
  // From Perth to Lord Howe, from the Azores to Lisbon, from Kaliningrad to Kamchatka.
  ['+61412345678', '2026-07-15T23:00:00.000Z', '2026-07-16T00:00:00.000Z'],
  ['+351912345678', '2026-01-15T08:30:00.000Z', '2026-01-15T09:00:00.000Z'],
  ['+79161234567', '2026-01-15T05:00:00.000Z', '2026-01-15T06:00:00.000Z'],
  ['+79161234567', '2026-01-15T08:30:00.000Z', '2026-01-16T06:00:00.000Z'],
])('a text to %s at %s waits until %s', (to, now, until) => {
  expect(at(to, now)).toBe(until)
})

test('a number without a country uses the given zone, and without one does not wait', () => {
  const now = '2026-01-15T03:00:00.000Z'
  expect(at('+80012345678', now, 'America/New_York')).toBe('2026-01-15T13:00:00.000Z')
  expect(at('+80012345678', now)).toBe(null)
  expect(at('12345', now, 'America/New_York')).toBe('2026-01-15T13:00:00.000Z')
})

// The library knows this area code as Canadian, but not which part of Canada has it.
const somewhere = ['273']

test('every area code of a place in the United States, their territories and Canada has its zones', () => {
  const missing = Array.from({ length: 800 }, (_, n) => String(200 + n)).filter((code) => {
    const phone = parsePhoneNumberFromString(`+1${code}2345678`)
    const isOfPlace =
      phone?.isValid() &&
      phone.getType() === 'FIXED_LINE_OR_MOBILE' &&
      ['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP'].includes(phone.country ?? '')
    return isOfPlace && !zonesOfAreaCode(`+1${code}2345678`)
  })
  expect(missing).toEqual(somewhere)
})

const zonesSeen: Record<string, string[]> = {
  '+12125550123': ['America/New_York'],
  '+12085550123': ['America/Denver', 'America/Los_Angeles'],
  '+61412345678': ['Australia/Perth', 'Australia/Sydney', 'Australia/Lord_Howe'],
  '+34612345678': ['Europe/Madrid', 'Atlantic/Canary'],
}

test('at any time, a text goes out by day everywhere, within two days, and does not wait again', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(zonesSeen)),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      (to, now) => {
        const until = notBefore(to, now)
        const then = until ?? now
        for (const zone of zonesSeen[to]!) {
          const { hour } = Temporal.Instant.fromEpochMilliseconds(
            then.getTime(),
          ).toZonedDateTimeISO(zone)
          expect(hour).toBeGreaterThanOrEqual(8)
          expect(hour).toBeLessThan(20)
        }
        expect(then.getTime() - now.getTime()).toBeGreaterThanOrEqual(0)
        expect(then.getTime() - now.getTime()).toBeLessThan(48 * 3_600_000)
        expect(notBefore(to, then)).toBe(null)
      },
    ),
  )
})
