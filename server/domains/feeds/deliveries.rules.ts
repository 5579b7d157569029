import { type Failed, failed } from '../../../contract/refusals/reasons.ts'
import type { Outcome } from '../../platform/outbound/outbound.ts'

// The states of a delivery:
//
// | From    | When                                             | To                               |
// | ------- | ------------------------------------------------ | -------------------------------- |
// | pending | answered 2xx                                     | delivered                        |
// | pending | answered 410                                     | failed; the webhook is disabled  |
// | pending | anything else, tries left                        | pending, due after a growing wait |
// | pending | anything else at the tenth try                   | failed                           |
// | pending | the role cannot see the event (any more)         | dropped                          |
// | any     | replay                                           | pending, due now, ten tries      |

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits between ten tries: three days in all. Each is stretched or shortened by up to a tenth. */
export const waitsMs = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  1 * HOUR,
  4 * HOUR,
  10 * HOUR,
  20 * HOUR,
  36 * HOUR,
]

export interface Verdict {
  state: 'pending' | 'delivered' | 'failed'
  /** Until the next try, before the random change. */
  waitMs: number | null
  why: Failed | null
  isGone: boolean
}

/** @param attempts how many tries there have been, including this one. */
export function judge(outcome: Pick<Outcome, 'status' | 'why'>, attempts: number): Verdict {
  const { status } = outcome
  const verdict = { waitMs: null, isGone: false }
  if (status !== null && status >= 200 && status < 300) {
    return { ...verdict, state: 'delivered', why: null }
  }
  const why = outcome.why ?? faultOf(status!)
  if (status === 410) return { ...verdict, state: 'failed', why, isGone: true }
  const waitMs = waitsMs[attempts - 1]
  return waitMs === undefined
    ? { ...verdict, state: 'failed', why }
    : { ...verdict, state: 'pending', waitMs, why }
}

const faultOf = (status: number): Failed =>
  failed(status >= 300 && status < 400 ? 'redirected' : 'answered', { status })
