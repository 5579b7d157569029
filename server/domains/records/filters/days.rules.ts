import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_DAYS } from '../../../../shared/limits.ts'
import { allRead, fine, inside, mapped, wrong } from '../../../platform/read.rules.ts'
import { DAY_MS, FIRST_MS, isDay, isYear, LAST_MS } from '../cells/calendar.ts'
import { named } from '../cells/words.ts'
import { startOfDay, wallOf } from '../cells/zones.ts'
import type { Clock, FilterContext, Test } from './plan.rules.ts'
import type { ReadPart } from './problems.rules.ts'
import type { Target } from './targets.rules.ts'

/** From `from` up to but not including `to`, in milliseconds. A missing end is open. */
interface Span {
  from?: number | undefined
  to?: number | undefined
}

/** Whole days, as if in UTC. */
interface Days {
  from: number
  to: number
}

/** The test of a day or time; `within` has a period. */
export function readTime(
  target: Target,
  op: string,
  value: unknown,
  context: FilterContext,
): ReadPart<Test> {
  const span =
    op === 'within'
      ? periodOf(target, value, context)
      : mapped(timeOf(target, value, context), (span) => timesThat(op, span))
  return mapped(span, (span) => within(target, span))
}

function periodOf(target: Target, value: unknown, context: FilterContext): ReadPart<Span> {
  if (typeof value === 'string') {
    const days = daysOf(value, context)
    if (days) return fine(spanOf(target, days, context))
    const periods = dayWords.join(', ')
    return wrong({}, why('filter_unknown_period', { sent: named(value), periods }))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NO_PERIOD
  const members = Object.keys(value)
  if (members.length === 1 && members[0] === 'days') {
    const { days: count } = value as { days: unknown }
    const days = Number.isInteger(count) && countedDays(todayOf(context), count as number)
    if (days) return fine(spanOf(target, days, context))
    return wrong({}, why('filter_not_days', { most: MOST_DAYS }), '.days')
  }
  if (members.length === 0 || members.some((member) => member !== 'from' && member !== 'to')) {
    return NO_PERIOD
  }
  const ends = value as { from?: unknown; to?: unknown }
  const read = (end: 'from' | 'to'): ReadPart<Span> =>
    ends[end] === undefined ? fine({}) : inside(`.${end}`, timeOf(target, ends[end], context))
  return mapped(allRead([read('from'), read('to')]), ([first, last]) => ({
    from: first?.from,
    to: last?.to,
  }))
}

const NO_PERIOD = wrong({}, why('filter_not_a_period', {}))

/** One day or instant, as a span. */
function timeOf(target: Target, value: unknown, context: FilterContext): ReadPart<Span> {
  const ofDays = target.nature === 'date'
  if (typeof value === 'string' && value.length <= 40) {
    const word = ['today', 'yesterday', 'tomorrow'].includes(value)
    const days = word ? daysOf(value, context) : dayOf(value)
    const span = days ? spanOf(target, days, context) : ofDays ? undefined : instantOf(value)
    if (span) return fine(span)
  }
  return wrong({}, why(ofDays ? 'filter_not_a_day' : 'filter_not_a_time', {}))
}

/** Days as a filter of days compares them, or as the instants between their ends. */
const spanOf = ({ nature }: Target, days: Days, { timeZone }: FilterContext): Span =>
  nature === 'date'
    ? days
    : { from: startOfDay(days.from, timeZone), to: startOfDay(days.to, timeZone) }

/** The times that an operator means: `before` a span, for one. */
function timesThat(op: string, { from, to }: Span): Span {
  switch (op) {
    case 'before':
    case 'lt':
      return { to: from }
    case 'after':
    case 'gt':
      return { from: to }
    case 'lte':
      return { to }
    case 'gte':
      return { from }
    default:
      return { from, to }
  }
}

const END = LAST_MS + 1

/** A span as a test, in the form that the target is compared in. */
function within({ nature }: Target, { from = FIRST_MS, to = END }: Span): Test {
  // No cell holds a date outside these years, and its text would not sort correctly.
  if (from >= END || to <= FIRST_MS) return { is: 'one of', values: [] }
  const bound = (ms: number, open: boolean) => {
    const text = new Date(ms).toISOString()
    return { value: nature === 'date' ? text.slice(0, 10) : text, open }
  }
  return {
    is: 'between',
    from: bound(Math.max(from, FIRST_MS), false),
    ...(to < END ? { to: bound(to, true) } : {}),
  }
}

/** Words for days that filters accept; `N` is 1 to 3660. */
const dayWords = [
  'today',
  'yesterday',
  'tomorrow',
  ...['week', 'month', 'quarter', 'year'].flatMap((unit) =>
    ['this', 'last', 'next'].map((which) => `${which}_${unit}`),
  ),
  'last_N_days',
  'next_N_days',
]

/** The days that a word means, counted from today: weeks begin on Monday, and `last_7_days` ends with today. */
function daysOf(word: string, clock: Clock): Days | undefined {
  const today = todayOf(clock)
  const days = (from: number, count: number) => ({ from, to: from + count * DAY_MS })
  if (word === 'today') return days(today, 1)
  if (word === 'yesterday') return days(today - DAY_MS, 1)
  if (word === 'tomorrow') return days(today + DAY_MS, 1)
  const counted = /^(last|next)_(\d{1,4})_days$/.exec(word)
  if (counted) return countedDays(today, Number(counted[2]) * (counted[1] === 'last' ? -1 : 1))
  const unit = /^(this|last|next)_(week|month|quarter|year)$/.exec(word)
  if (!unit) return undefined
  const at = unit[1] === 'this' ? 0 : unit[1] === 'last' ? -1 : 1
  if (unit[2] === 'week') {
    const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS
    return days(monday + at * 7 * DAY_MS, 7)
  }
  const months = { month: 1, quarter: 3, year: 12 }[unit[2] as 'month' | 'quarter' | 'year']
  const day = new Date(today)
  const first = Math.floor(day.getUTCMonth() / months) * months + at * months
  return {
    from: Date.UTC(day.getUTCFullYear(), first, 1),
    to: Date.UTC(day.getUTCFullYear(), first + months, 1),
  }
}

/** A count of days, which begin with today or, if the count is negative, end with it. */
function countedDays(today: number, count: number): Days | undefined {
  if (count === 0 || Math.abs(count) > MOST_DAYS) return undefined
  return count > 0
    ? { from: today, to: today + count * DAY_MS }
    : { from: today + (count + 1) * DAY_MS, to: today + DAY_MS }
}

const todayOf = ({ now, timeZone }: Clock): number =>
  Math.floor(wallOf(now.getTime(), timeZone) / DAY_MS) * DAY_MS

/** `2026-11-20` as that day; undefined if it is not such a date. */
export function dayOf(text: string): Days | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year, month, day] = parts as [number, number, number]
  if (!isYear(year) || !isDay(year, month, day)) return undefined
  const from = Date.UTC(year, month - 1, day)
  return { from, to: from + DAY_MS }
}

/** An RFC 3339 time, to the millisecond; undefined if it is not one. */
function instantOf(text: string): Span | undefined {
  const form = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i.exec(text)
  const ms = form && dayOf(form[1]!) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : { from: ms, to: ms + 1 }
}
