import type { ObligationStatus } from '../../../contract/obligation-fields.ts'
import type { RefusalCode } from '../../../contract/refusals.ts'

export type Verb =
  | 'start'
  | 'submit'
  | 'reject'
  | 'complete'
  | 'waive'
  | 'cancel'
  | 'reopen'
  | 'escalate'

/** Where a verb leads from a status, or why it does not. */
export type Move = { to: ObligationStatus } | { refusal: RefusalCode }

const to = (status: ObligationStatus): Move => ({ to: status })
const no = (refusal: RefusalCode): Move => ({ refusal })

/** A closed one stays closed; `reopen` aside. */
const closed = {
  completed: no('already_completed'),
  waived: no('already_waived'),
  cancelled: no('already_cancelled'),
}
const fromAnyOpen = (status: ObligationStatus) => ({
  open: to(status),
  in_progress: to(status),
  submitted: to(status),
  ...closed,
})
const never = no('not_completed')
const nothing = no('not_submitted')

/** The statuses of an obligation: what each verb makes of each. */
export const moves: Record<Verb, Record<ObligationStatus, Move>> = {
  start: {
    open: to('in_progress'),
    in_progress: no('already_started'),
    submitted: no('already_submitted'),
    ...closed,
  },
  submit: {
    open: to('submitted'),
    in_progress: to('submitted'),
    submitted: no('already_submitted'),
    ...closed,
  },
  reject: { open: nothing, in_progress: nothing, submitted: to('open'), ...closed },
  complete: fromAnyOpen('completed'),
  waive: fromAnyOpen('waived'),
  cancel: fromAnyOpen('cancelled'),
  reopen: { open: never, in_progress: never, submitted: never, ...closed, completed: to('open') },
  escalate: {
    open: to('open'),
    in_progress: to('in_progress'),
    submitted: to('submitted'),
    ...closed,
  },
}

/** What history and events call it once it is done. */
export const doneAs = {
  start: 'started',
  submit: 'submitted',
  reject: 'rejected',
  complete: 'completed',
  waive: 'waived',
  cancel: 'cancelled',
  reopen: 'reopened',
  escalate: 'escalated',
} as const satisfies Record<Verb, string>

export type Action = 'created' | 'updated' | (typeof doneAs)[Verb]

export const isClosed = (status: ObligationStatus): status is keyof typeof closed =>
  status in closed

/** Why a change of a closed one is refused; undefined for one that is open. */
export function closedAs(status: ObligationStatus): RefusalCode | undefined {
  const move = moves.cancel[status]
  return 'refusal' in move ? move.refusal : undefined
}
