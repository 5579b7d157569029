import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyWindow, grant, type RateDecision, type RateWindow } from './rate.rules.ts'

type Limiter = (before: RateWindow, now: number, limit: number) => RateDecision

const SECOND = 1_000_000
const MINUTE = 60 * SECOND

/** Bursts and pauses, in µs between one request and the next. */
const gaps = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 2 * SECOND }),
    fc.integer({ min: 1, max: 70 * SECOND }),
    fc.constantFrom(MINUTE - 1, MINUTE, MINUTE + 1),
  ),
  { minLength: 1, maxLength: 120 },
)
const start = fc.integer({ min: 0, max: 2 ** 50 })
const limits = fc.integer({ min: 1, max: 20 })

/** Sends the requests and calls `each` with every decision. @returns when each was granted. */
function run(
  limiter: Limiter,
  first: number,
  between: readonly number[],
  limit: number,
  each: (decision: RateDecision, now: number) => void = () => {},
): number[] {
  let window = emptyWindow
  let now = first
  const granted: number[] = []
  for (const gap of between) {
    now += gap
    const decision = limiter(window, now, limit)
    each(decision, now)
    if (!decision.granted) continue
    window = decision.window
    granted.push(now)
  }
  return granted
}

/** The most grants in any window of 60 s; `granted` is in order. */
function most(granted: readonly number[]): number {
  let first = 0
  return granted.reduce((record, at, last) => {
    while (granted[first]! + MINUTE <= at) first++
    return Math.max(record, last - first + 1)
  }, 0)
}

const neverOverfull = (limiter: Limiter) =>
  fc.property(start, gaps, limits, (first, between, limit) => {
    expect(most(run(limiter, first, between, limit))).toBeLessThanOrEqual(limit)
  })

const waitingHelps = (limiter: Limiter) =>
  fc.property(start, gaps, limits, (first, between, limit) => {
    run(limiter, first, between, limit, (decision, now) => {
      if (decision.granted) return
      const { retryAfter } = decision
      expect(Number.isInteger(retryAfter)).toBe(true)
      expect(retryAfter).toBeGreaterThanOrEqual(1)
      expect(retryAfter).toBeLessThanOrEqual(60)
      expect(limiter(decision.window, now + retryAfter * SECOND, limit).granted).toBe(true)
    })
  })

/** What many limiters do: it counts each minute of the clock, and so lets twice as many through around its end. */
const fixedWindow: Limiter = (before, now, limit) => {
  const minute = Math.floor(now / MINUTE) * MINUTE
  const used = before.at[0] === minute ? before.n[0]! : 0
  const retryAfter = Math.ceil((minute + MINUTE - now) / SECOND)
  const rate = { limit, remaining: Math.max(0, limit - used - 1), reset: retryAfter }
  return used < limit
    ? { granted: true, window: { at: [minute], n: [used + 1] }, rate }
    : { granted: false, window: before, rate, retryAfter }
}

/** A limiter that tells callers to come back a second too early. */
const impatient: Limiter = (before, now, limit) => {
  const decision = grant(before, now, limit)
  return decision.granted
    ? decision
    : { ...decision, retryAfter: Math.max(1, decision.retryAfter - 1) }
}

describe('the limiter', () => {
  it('grants no more than the limit in any 60 s', () => {
    fc.assert(neverOverfull(grant))
  })

  it('grants requests that waited as long as it said, which is 1 to 60 whole seconds', () => {
    fc.assert(waitingHelps(grant))
  })

  it('is checked by properties that a fixed window and an impatient one fail', () => {
    expect(fc.check(neverOverfull(fixedWindow), { numRuns: 2000 }).failed).toBe(true)
    expect(fc.check(waitingHelps(impatient), { numRuns: 2000 }).failed).toBe(true)
  })

  it('refuses no request that the limit allows', () => {
    fc.assert(
      fc.property(start, gaps, limits, (first, between, limit) => {
        const granted: number[] = []
        run(grant, first, between, limit, (decision, now) => {
          const recent = granted.filter((at) => at + MINUTE > now).length
          expect(decision.granted).toBe(recent < limit)
          if (!decision.granted) return
          expect(decision.rate.remaining).toBe(limit - recent - 1)
          granted.push(now)
        })
      }),
    )
  })

  it.each([1_001, 5_000])('never lets more through above 1,000 either: %i', (limit) => {
    const between = [0, ...Array.from({ length: 3 * limit }, (_, i) => (i % 7) * (SECOND / 40))]
    const granted = run(grant, 123_456_789, between, limit)
    expect(most(granted)).toBeLessThanOrEqual(limit)
    expect(granted.length).toBeGreaterThan(limit)
  })

  it('stays strict when the clock steps back', () => {
    const granted = run(grant, MINUTE, [0, 5 * SECOND, -4 * SECOND, 0, 0], 3)
    expect(granted).toHaveLength(3)
  })
})

it.each([
  { limit: 1_001, step: 1, most: 62 },
  { limit: 100_001, step: 10, most: 8 },
])(
  'a limit of $limit is counted in steps of $step s, and can only be too strict',
  ({ limit, step, most: entries }) => {
    const times = Array.from({ length: 700 }, (_, n) => 1_000_000_000 + n * 0.3 * SECOND)
    let window = emptyWindow
    times.forEach((now, nth) => {
      const decision = grant(window, now, limit)
      window = decision.window
      const within = (seconds: number) =>
        times.slice(0, nth + 1).filter((at) => at + seconds * SECOND > now).length
      const remembered = limit - decision.rate.remaining
      expect(remembered).toBeGreaterThanOrEqual(within(60))
      expect(remembered).toBeLessThanOrEqual(within(60 + step))
      expect(window.at.length).toBeLessThanOrEqual(entries)
    })
  },
)

it('counts a request for as much as it says, and waits until there is room for all of it', () => {
  const first = grant(emptyWindow, 0, 10, 6)
  expect([first.granted, first.rate.remaining]).toEqual([true, 4])
  const second = grant(first.window, 10 * SECOND, 10, 3)
  expect([second.granted, second.rate.remaining]).toEqual([true, 1])
  expect(grant(second.window, 20 * SECOND, 10, 2)).toMatchObject({ granted: false, retryAfter: 40 })
  expect(grant(second.window, 20 * SECOND, 10, 8)).toMatchObject({ granted: false, retryAfter: 50 })
  expect(grant(second.window, MINUTE, 10, 7).granted).toBe(true)
})
