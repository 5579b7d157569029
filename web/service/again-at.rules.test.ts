import { expect, it } from 'vitest'
import { LONGEST_MS, waitMs } from './again-at.rules.ts'

const DAY_MS = 24 * 3_600_000

it('waits until it is time, but looks at the clock every minute', () => {
  expect(waitMs(5_000, 1_000, 0)).toBe(4_000)
  expect(waitMs(5_000, 9_000, 0)).toBe(0)
  // A browser takes more than 24 days as no time at all.
  expect(waitMs(400 * DAY_MS, 0, 0)).toBe(LONGEST_MS)
})

it('asks more and more rarely while the service’s clock is behind', () => {
  const waits = Array.from({ length: 9 }, (_, asked) => waitMs(0, 1_000, asked))
  expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})
