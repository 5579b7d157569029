import { isOpen } from '../../../shared/obligation-states.ts'
import { dayOf, daysBetween } from '../values/days.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'

/** How pressing it is: `soon` is today or within a day, `past` an obligation that was closed after its deadline. */
type Urgency = 'overdue' | 'soon' | 'ahead' | 'past'

export interface Standing {
  urgency: Urgency
  /** `Due today 5 pm`, `Due Fri`, `30 h overdue` */
  words: string
}

type Timed = Pick<
  Obligation,
  'status' | 'dueAt' | 'deadlineAt' | 'completedAt' | 'waivedAt' | 'breachSeverity'
>

/** How an obligation stands against its deadline. Null if it has none, or was closed in time. */
export function standingOf(obligation: Timed, nowMs: number): Standing | null {
  const { status, dueAt, deadlineAt } = obligation
  if (deadlineAt === null) return null
  if (isOpen(status))
    return timeLeft(Date.parse(deadlineAt), nowMs, { inHours: deadlineAt !== dueAt })
  return wasLate(obligation) ? { urgency: 'past', words: 'Closed late' } : null
}

export const isOverdue = (obligation: Timed, nowMs: number): boolean =>
  standingOf(obligation, nowMs)?.urgency === 'overdue'

function wasLate({ deadlineAt, completedAt, waivedAt, breachSeverity }: Timed): boolean {
  const closedAt = completedAt ?? waivedAt
  if (closedAt === null || deadlineAt === null) return breachSeverity !== null
  return Date.parse(closedAt) > Date.parse(deadlineAt)
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Up to here hours are counted, and days from then on. */
const HOURS_MS = 2 * DAY_MS

/**
 * The time to a deadline, as everything in the app says it. Days are those of the reader's calendar.
 *
 * @param inHours whether the deadline is a number of hours after the start, rather than a time that somebody set.
 */
export function timeLeft(atMs: number, nowMs: number, { inHours = false } = {}): Standing {
  const leftMs = atMs - nowMs
  const days = daysBetween(dayOf(new Date(nowMs)), dayOf(new Date(atMs)))
  if (leftMs < 0) return { urgency: 'overdue', words: overdueWords(-leftMs, -days) }
  const urgency = days === 0 || leftMs <= DAY_MS ? 'soon' : 'ahead'
  if (inHours && leftMs < HOURS_MS) return { urgency, words: `Due ${inWords(leftMs)}` }
  return { urgency, words: `Due ${dayWords(new Date(atMs), new Date(nowMs), days)}` }
}

function overdueWords(ms: number, days: number): string {
  if (ms < MINUTE_MS) return 'Overdue'
  return `${ms < HOURS_MS ? hoursWords(ms) : `${days} days`} overdue`
}

const inWords = (ms: number): string => (ms < MINUTE_MS ? 'now' : `in ${hoursWords(ms)}`)

/** `40 min` or `30 h`, rounded down. */
const hoursWords = (ms: number): string =>
  ms < HOUR_MS ? `${Math.floor(ms / MINUTE_MS)} min` : `${Math.floor(ms / HOUR_MS)} h`

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const monthDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const fullDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const isTwelveHours = hour.resolvedOptions().hour12 === true

function dayWords(at: Date, now: Date, days: number): string {
  if (days === 0) return `today ${timeWords(at)}`
  if (days === 1) return 'tomorrow'
  if (days < 7) return weekday.format(at)
  return at.getFullYear() === now.getFullYear() ? monthDay.format(at) : fullDay.format(at)
}

/** `5 pm`, `5:30 pm`, or `17:30` where the day has 24 hours. */
function timeWords(at: Date): string {
  if (!isTwelveHours) return time.format(at)
  const shown = at.getMinutes() === 0 ? hour : time
  return shown.format(at).replace(/\s/g, ' ').toLowerCase()
}
