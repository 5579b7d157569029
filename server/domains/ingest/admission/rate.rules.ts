/**
 * An exact sliding minute: it remembers what was granted in the last 60 s, and when. For limits above 1,000,
 * times are rounded up to steps of a second, and above 100,000 to ten: these limits are too strict by less
 * than a step, and the memory stays small.
 */
export interface RateWindow {
  /** When, in µs since 1970, rising. */
  at: number[]
  /** How many at each. */
  n: number[]
}

export interface Rate {
  limit: number
  remaining: number
  /** Whole seconds until the oldest grant leaves the window. */
  reset: number
}

export type RateDecision =
  | { granted: true; window: RateWindow; rate: Rate }
  | { granted: false; window: RateWindow; rate: Rate; retryAfter: number }

const MINUTE = 60_000_000
const SECOND = 1_000_000

/** How finely grants are remembered, in µs. */
const stepOf = (limit: number): number =>
  limit <= 1_000 ? 1 : limit <= 100_000 ? SECOND : 10 * SECOND

export const emptyWindow: RateWindow = { at: [], n: [] }

/**
 * Grants one request at `now` (µs, the database's clock), or says after how many whole seconds it would.
 *
 * @param count how much the request counts; at most as much as the limit.
 */
export function grant(before: RateWindow, now: number, limit: number, count = 1): RateDecision {
  const window = alive(before, now)
  const room = limit - count
  let used = window.n.reduce((sum, n) => sum + n, 0)
  if (used > room) {
    let i = 0
    while (i < window.at.length - 1 && used - window.n[i]! > room) used -= window.n[i++]!
    const rate = { limit, remaining: 0, reset: secondsUntil(window.at[0]!, now) }
    return { granted: false, window, rate, retryAfter: secondsUntil(window.at[i]!, now) }
  }
  const step = stepOf(limit)
  const stamp = step === 1 ? now : (Math.floor(now / step) + 1) * step
  const last = window.at.at(-1) ?? Number.NEGATIVE_INFINITY
  if (stamp <= last) window.n[window.n.length - 1]! += count
  else {
    window.at.push(stamp)
    window.n.push(count)
  }
  const rate = { limit, remaining: room - used, reset: secondsUntil(window.at[0]!, now) }
  return { granted: true, window, rate }
}

function alive({ at, n }: RateWindow, now: number): RateWindow {
  let gone = 0
  while (gone < at.length && at[gone]! + MINUTE <= now) gone++
  return { at: at.slice(gone), n: n.slice(gone) }
}

const secondsUntil = (granted: number, now: number): number =>
  Math.max(1, Math.ceil((granted + MINUTE - now) / SECOND))

/** Headers for every answer to a request that was counted or limited. */
export const rateHeaders = ({ limit, remaining, reset }: Rate): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(Math.min(reset, 60)), // steps can make it more
})
