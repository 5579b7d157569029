import { MOST_DAYS } from '../../../../shared/limits.ts'
import { DAY_MS, isDay, isYear } from '../cells/calendar.ts'
import { startOfDay, wallOf } from '../cells/zones.ts'

/** When a filter runs, and the zone in which its days begin. */
export interface Clock {
  now: Date
  /** The board's IANA time zone. */
  timeZone: string
}

/** From `from` up to but not including `to`, in milliseconds, with days as if in UTC. A missing end is open. */
export interface Span {
  from?: number
  to?: number
}

/** Words for days that filters accept; `N` is 1 to 3660. */
export const dayWords = [
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
export function daysOf(word: string, { now, timeZone }: Clock): Span | undefined {
  const today = Math.floor(wallOf(now.getTime(), timeZone) / DAY_MS) * DAY_MS
  const days = (from: number, count: number) => ({ from, to: from + count * DAY_MS })
  if (word === 'today') return days(today, 1)
  if (word === 'yesterday') return days(today - DAY_MS, 1)
  if (word === 'tomorrow') return days(today + DAY_MS, 1)
  const counted = /^(last|next)_(\d{1,4})_days$/.exec(word)
  if (counted) return countedDays(today, Number(counted[2]) * (counted[1] === 'last' ? -1 : 1))
  const named = /^(this|last|next)_(week|month|quarter|year)$/.exec(word)
  if (!named) return undefined
  const at = named[1] === 'this' ? 0 : named[1] === 'last' ? -1 : 1
  if (named[2] === 'week') {
    const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS
    return days(monday + at * 7 * DAY_MS, 7)
  }
  const months = { month: 1, quarter: 3, year: 12 }[named[2] as 'month' | 'quarter' | 'year']
  const day = new Date(today)
  const first = Math.floor(day.getUTCMonth() / months) * months + at * months
  return {
    from: Date.UTC(day.getUTCFullYear(), first, 1),
    to: Date.UTC(day.getUTCFullYear(), first + months, 1),
  }
}

/** That many days, which begin with today or, if the count is negative, end with it. */
export function countedDays(today: number, count: number): Span | undefined {
  if (count === 0 || Math.abs(count) > MOST_DAYS) return undefined
  return count > 0
    ? { from: today, to: today + count * DAY_MS }
    : { from: today + (count + 1) * DAY_MS, to: today + DAY_MS }
}

export const todayOf = ({ now, timeZone }: Clock): number =>
  Math.floor(wallOf(now.getTime(), timeZone) / DAY_MS) * DAY_MS

/** `2026-11-20` as that day; undefined if it is not such a date. */
export function dayOf(text: string): Span | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year, month, day] = parts as [number, number, number]
  if (!isYear(year) || !isDay(year, month, day)) return undefined
  const from = Date.UTC(year, month - 1, day)
  return { from, to: from + DAY_MS }
}

/** The instants of days in a time zone. */
export const instantsOfDays = (days: Span, timeZone: string): Span => ({
  ...(days.from === undefined ? {} : { from: startOfDay(days.from, timeZone) }),
  ...(days.to === undefined ? {} : { to: startOfDay(days.to, timeZone) }),
})

/** An RFC 3339 time, to the millisecond; undefined if it is not one. */
export function instantOf(text: string): Span | undefined {
  const form = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i.exec(text)
  const ms = form && dayOf(form[1]!) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : { from: ms, to: ms + 1 }
}
