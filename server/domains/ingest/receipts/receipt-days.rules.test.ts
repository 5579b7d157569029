import { expect, test } from 'vitest'
import { dayBefore, idsOfDay } from './receipt-days.rules.ts'

const idAt = (at: string) =>
  `${Date.parse(at)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7abc-9000-000000000001`

test('a day begins and ends in the board’s time zone, also when clocks change', () => {
  const { from, until } = idsOfDay('2026-11-01', 'America/New_York')
  for (const [at, within] of [
    ['2026-11-01T03:59:59.999Z', false],
    ['2026-11-01T04:00:00.000Z', true],
    ['2026-11-02T04:59:59.999Z', true],
    ['2026-11-02T05:00:00.000Z', false],
  ] as const) {
    const id = idAt(at)
    expect(id >= from && id < until, at).toBe(within)
  }
})

test('counting days back crosses the ends of months', () => {
  expect(dayBefore('2026-03-01', 1)).toBe('2026-02-28')
  expect(dayBefore('2026-03-01', 0)).toBe('2026-03-01')
})
