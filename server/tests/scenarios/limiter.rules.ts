import type { Timed } from './limiter.ts'

const MINUTE = 60_000

/** Whether a request counted against the limit: every answer does but a 429. */
export const wasAccepted = ({ answer }: Timed): boolean => answer.status !== 429

/**
 * What is wrong with the form of each answer: an accepted one has the counts, a refusal says when to try again.
 *
 * @param longest the longest wait, in seconds: more than a minute where a test has moved grants ahead.
 */
export function formFaults(timed: readonly Timed[], limit: number, longest = 60): string[] {
  return timed.flatMap(({ answer }) => {
    const { status, headers, body } = answer
    const number = (name: string) => {
      const text = headers.get(name) ?? ''
      return /^\d+$/.test(text) ? Number(text) : Number.NaN
    }
    const remaining = number('ratelimit-remaining')
    const checks: [boolean, string][] = [
      [[201, 400, 429].includes(status), `status ${status}`],
      [number('ratelimit-limit') === limit, 'RateLimit-Limit'],
      [within(number('ratelimit-reset'), 1, 60), 'RateLimit-Reset'],
      status === 429
        ? [remaining === 0 && within(number('retry-after'), 1, longest), 'Retry-After']
        : [within(remaining, 0, limit - 1) && !headers.has('retry-after'), 'RateLimit-Remaining'],
      [status !== 429 || body?.error?.code === 'rate_limited', 'the code'],
    ]
    return checks.flatMap(([well, what]) => (well ? [] : [`${status}: wrong ${what}`]))
  })
}

const within = (n: number, least: number, most: number): boolean => n >= least && n <= most

/**
 * Windows of 60 s in which more requests were accepted than allowed. A request was accepted at some moment between its
 * sending and its answer. It counts in a window only if both are in it, so that every reported fault is certain.
 */
export function windowFaults(timed: readonly Timed[], limit: number): string[] {
  const accepted = timed.filter(wasAccepted).sort((a, b) => a.sent - b.sent)
  return accepted.flatMap(({ sent: from }) => {
    const inside = accepted.filter(({ sent, heard }) => sent >= from && heard < from + MINUTE)
    return inside.length > limit
      ? [`${inside.length} were accepted within 60 s from ${new Date(from).toISOString()}`]
      : []
  })
}

/**
 * Refusals in whose last 60 s fewer requests were accepted than allowed. Each may have been decided at any moment between
 * its sending and its answer, so that every reported fault is certain.
 */
export function refusalFaults(timed: readonly Timed[], limit: number): string[] {
  const accepted = timed.filter(wasAccepted)
  return timed
    .filter((one) => !wasAccepted(one))
    .flatMap(({ sent, heard }) => {
      const before = accepted.filter((one) => one.heard >= sent - MINUTE && one.sent <= heard)
      return before.length < limit ? [`refused when ${before.length} had been accepted`] : []
    })
}

/** Whether exactly so many were accepted and all others refused. */
export function tallyFaults(timed: readonly Timed[], accepted: number): string[] {
  const got = timed.filter(wasAccepted).length
  return got === accepted ? [] : [`${got} were accepted in place of ${accepted}`]
}
