import type { Recurrence, Weekday } from './recurrence.rules.ts'

const DAY_MS = 86_400_000
/** What is looked through for the next days of a rule: eight years, as from one 29 February to the next but one. */
const MOST_DAYS = 366 * 8

/**
 * The first days of a series, for a preview: `start`, which is the first whether it fits or not, and those of the rule
 * after it. Days are `2026-11-30`. A rule that takes none for eight years ends the list.
 */
export function firstDays(rule: Recurrence, start: string, most: number): string[] {
  const found = [start]
  const first = new Date(start)
  const limit = Math.min(most, rule.count ?? most)
  for (let n = 1; n <= MOST_DAYS * (rule.freq === 'YEARLY' ? rule.interval : 1); n += 1) {
    if (found.length >= limit) break
    const at = new Date(first.getTime() + n * DAY_MS)
    const day = at.toISOString().slice(0, 10)
    if (rule.until && day > rule.until) break
    if (takes(rule, first, at)) found.push(day)
  }
  return found
}

function takes(rule: Recurrence, first: Date, at: Date): boolean {
  const { freq, interval, months, monthDays, weekdays } = rule
  const apart = {
    DAILY: () => dayNumber(at) - dayNumber(first),
    WEEKLY: () => weekNumber(at) - weekNumber(first),
    MONTHLY: () => monthNumber(at) - monthNumber(first),
    YEARLY: () => at.getUTCFullYear() - first.getUTCFullYear(),
  }[freq]()
  if (apart % interval !== 0) return false
  const month = at.getUTCMonth() + 1
  if (months && !months.includes(month)) return false
  const length = new Date(Date.UTC(at.getUTCFullYear(), month, 0)).getUTCDate()
  const day = at.getUTCDate()
  if (monthDays && !monthDays.some((n) => (n > 0 ? n : length + 1 + n) === day)) return false
  if (weekdays) {
    const span = freq === 'YEARLY' && !months ? inYear(at) : { day, length }
    return weekdays.some((weekday) => isWeekday(weekday, at, span))
  }
  if (monthDays || freq === 'DAILY') return true
  if (freq === 'WEEKLY') return weekdayOf(at) === weekdayOf(first)
  const isMonth = freq !== 'YEARLY' || months || at.getUTCMonth() === first.getUTCMonth()
  return Boolean(isMonth) && day === first.getUTCDate()
}

function isWeekday({ day, nth }: Weekday, at: Date, span: { day: number; length: number }) {
  if (weekdayOf(at) !== day) return false
  if (nth === 0) return true
  const others = nth > 0 ? span.day - 1 : span.length - span.day
  return Math.floor(others / 7) + 1 === Math.abs(nth)
}

function inYear(at: Date): { day: number; length: number } {
  const before = Date.UTC(at.getUTCFullYear(), 0, 0)
  const length = (Date.UTC(at.getUTCFullYear() + 1, 0, 0) - before) / DAY_MS
  return { day: (at.getTime() - before) / DAY_MS, length }
}

const dayNumber = (at: Date): number => at.getTime() / DAY_MS
// The first of January 1970 was a Thursday, and the weeks of a rule begin on Mondays.
const weekNumber = (at: Date): number => Math.floor((dayNumber(at) + 3) / 7)
const weekdayOf = (at: Date): number => (at.getUTCDay() + 6) % 7
const monthNumber = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth()
