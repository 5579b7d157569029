/** The longest that a timer waits. While a computer sleeps, its timers stand still; and browsers count to 24 days. */
export const LONGEST_MS = 60_000
const SHORTEST_MS = 1_000

/**
 * How long to wait before it is time, or before another look.
 *
 * @param asked how often it has been asked since it was time: the service's clock may be behind.
 */
export function waitMs(atMs: number, nowMs: number, asked: number): number {
  if (asked > 0) return Math.min(SHORTEST_MS * 2 ** (asked - 1), LONGEST_MS)
  return Math.max(0, Math.min(atMs - nowMs, LONGEST_MS))
}
