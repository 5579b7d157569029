import type { DeliveryState, Medium, MessageStatus } from '../../../../contract/comms/messages.ts'
import type { Failed } from '../../../../contract/refusals/reasons.ts'
import type { Outcome } from '../channels/provider.ts'

// The states of a delivery, and how each shows in the message's status:
//
// | From    | When                                                   | To                                    | Status   |
// | ------- | ------------------------------------------------------ | ------------------------------------- | -------- |
// | pending | due, and a worker claims it: lease 120 s, a new fence   | claimed; one attempt more             | sending  |
// | pending | due, but the recipient opted out                       | failed                                | failed   |
// | pending | due, but the message has been deleted                  | cancelled                             | canceled |
// | pending | cancel                                                 | cancelled                             | canceled |
// | claimed | before its turn: quiet hours, or the channel's pace    | pending, no attempt counted           | queued   |
// | claimed | the provider accepts                                   | sent; the provider's id               | sent     |
// | claimed | a temporary error, attempts left                       | pending, after a growing wait         | queued   |
// | claimed | a permanent error, or the attempts are used up         | failed                                | failed   |
// | claimed | nobody knows whether the provider has it, email        | as a temporary error: the next attempt has the same Message-ID | queued |
// | claimed | nobody knows, text; when asked, the provider has it    | sent                                  | sent     |
// | claimed | nobody knows, text; the provider cannot tell           | uncertain; never blindly sent again   | sending  |
// | claimed | the lease lapsed before submission began               | pending, due at once; failed once the attempts are used up | queued |
// | claimed | the lease lapsed after it began, email                 | the same; the next attempt has the same Message-ID | queued |
// | claimed | the lease lapsed after it began, text                  | claimed by a worker that asks the provider, as above | sending |
// | uncertain, or pending after an attempt | the provider reports that it has the text | sent | sent, or as reported |
//
// Sent, failed and cancelled never change, and uncertain changes only by such a report. Settling does not change a
// status that a report has raised above sending. A worker with an older fence settles nothing.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How waits grow, and after how many attempts they end. Each wait is changed by up to a fifth, at random. */
export const patience = {
  text: { firstMs: 30 * SECOND, mostMs: HOUR, attempts: 8, forMs: Number.POSITIVE_INFINITY },
  email: {
    firstMs: 30 * MINUTE,
    mostMs: 4 * HOUR,
    attempts: Number.POSITIVE_INFINITY,
    forMs: 4 * DAY,
  },
} as const satisfies Record<Medium, object>

/** A delivery at the end of an attempt. */
export interface Tried {
  medium: Medium
  /** Including this one. */
  attempts: number
  firstAttemptAt: Date
  now: Date
}

export interface Verdict {
  state: Extract<DeliveryState, 'pending' | 'sent' | 'failed' | 'uncertain'>
  status: MessageStatus
  /** Until the next attempt. */
  waitMs: number | null
  why: Failed | null
}

/**
 * Settles a claimed delivery.
 *
 * @param chance a random number from 0 to 1, for the length of the wait.
 */
export function judge(outcome: Outcome, tried: Tried, chance: number): Verdict {
  if (outcome.kind === 'accepted') {
    return { state: 'sent', status: 'sent', waitMs: null, why: null }
  }
  const { error, reason, values } = outcome
  const why = { error, reason, values }
  if (outcome.kind === 'unknown' && tried.medium === 'text') {
    return { state: 'uncertain', status: 'sending', waitMs: null, why }
  }
  if (outcome.kind === 'permanent' || isSpent(tried)) {
    return { state: 'failed', status: 'failed', waitMs: null, why }
  }
  return { state: 'pending', status: 'queued', waitMs: waitAfter(tried, chance), why }
}

/** What to do about a claim whose lease has lapsed. */
export const lapse = (tried: Tried, begun: boolean): 'ask' | 'pending' | 'failed' => {
  if (begun && tried.medium === 'text') return 'ask'
  return isSpent(tried) ? 'failed' : 'pending'
}

const isSpent = ({ medium, attempts, firstAttemptAt, now }: Tried): boolean =>
  attempts >= patience[medium].attempts ||
  now.getTime() - firstAttemptAt.getTime() >= patience[medium].forMs

function waitAfter({ medium, attempts }: Tried, chance: number): number {
  const { firstMs, mostMs } = patience[medium]
  const planned = Math.min(firstMs * 2 ** (attempts - 1), mostMs)
  return Math.round(planned * (0.8 + 0.4 * chance))
}
