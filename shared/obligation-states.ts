import type { RefusalCode } from '../contract/refusals/refusals.ts'

export const openStatuses = ['open', 'in_progress', 'submitted'] as const
export const closedStatuses = ['completed', 'waived', 'cancelled'] as const
export type ObligationStatus = (typeof openStatuses | typeof closedStatuses)[number]

/** The status that a verb leads to, or why the verb is refused. */
export type Move = { to: ObligationStatus } | { refusal: RefusalCode }

const to = (status: ObligationStatus): Move => ({ to: status })
const no = (refusal: RefusalCode): Move => ({ refusal })

const refusedAs = {
  completed: 'already_completed',
  waived: 'already_waived',
  cancelled: 'already_cancelled',
} as const

/** A closed obligation stays closed, unless `reopen` opens a completed one. */
const closed = {
  completed: no(refusedAs.completed),
  waived: no(refusedAs.waived),
  cancelled: no(refusedAs.cancelled),
}
const fromAnyOpen = (status: ObligationStatus) => ({
  open: to(status),
  in_progress: to(status),
  submitted: to(status),
  ...closed,
})
const never = no('not_completed')
const nothing = no('not_submitted')

/** What each verb does in each status. The app offers the verbs in this order. */
export const moves = {
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
  complete: fromAnyOpen('completed'),
  reject: { open: nothing, in_progress: nothing, submitted: to('open'), ...closed },
  escalate: {
    open: to('open'),
    in_progress: to('in_progress'),
    submitted: to('submitted'),
    ...closed,
  },
  waive: fromAnyOpen('waived'),
  cancel: fromAnyOpen('cancelled'),
  reopen: { open: never, in_progress: never, submitted: never, ...closed, completed: to('open') },
} satisfies Record<string, Record<ObligationStatus, Move>>

export type Verb = keyof typeof moves

/** The verbs that are possible in a status. */
export const verbsFrom = (status: ObligationStatus): Verb[] =>
  (Object.keys(moves) as Verb[]).filter((verb) => 'to' in moves[verb][status])

/** What the history and the events call a verb once it is done. */
export const doneAs = {
  start: 'started',
  submit: 'submitted',
  complete: 'completed',
  reject: 'rejected',
  escalate: 'escalated',
  waive: 'waived',
  cancel: 'cancelled',
  reopen: 'reopened',
} as const satisfies Record<Verb, string>

export type Action = 'created' | 'updated' | (typeof doneAs)[Verb]

/** How long people can undo a completion of their own. After that, an admin can reopen the obligation. */
export const UNDO_MINUTES = 10

export const isOpen = (status: ObligationStatus): boolean => !(status in closed)

/** Why a change of a closed obligation is refused; undefined for an open one. */
export const closedAs = (
  status: ObligationStatus,
): (typeof refusedAs)[keyof typeof refusedAs] | undefined =>
  status in refusedAs ? refusedAs[status as keyof typeof refusedAs] : undefined
