import type { Recurrence, Weekday } from './recurrence-rule.ts'

export const DAY_MS = 86_400_000

export interface Day {
  year: number
  month: number
  day: number
}

/**
 * Yields the days that match a rule, in order, from the month of `from` to the end of `lastYear`. Each is the number of
 * days since January 1, 1970. Every month is looked at once, so the loop ends whatever the rule says.
 */
export function* recurrenceDays(
  rule: Recurrence,
  start: Day,
  from: Day,
  lastYear: number,
): Generator<number> {
  const first = numberOf(start.year, start.month, start.day)
  for (let at = from.year * 12 + from.month - 1; at < (lastYear + 1) * 12; at += 1) {
    const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
    if (!takesMonth(rule, start, year, month)) continue
    const before = numberOf(year, month, 0)
    const length = numberOf(year, month + 1, 0) - before
    for (let day = 1; day <= length; day += 1) {
      const number = before + day
      if (rule.freq === 'DAILY' && (number - first) % rule.interval !== 0) continue
      if (rule.freq === 'WEEKLY' && weeksBetween(rule, first, number) % rule.interval !== 0)
        continue
      if (takesDay(rule, start, first, { year, day, length, number })) yield number
    }
  }
}

const weeksBetween = ({ weekStart = 0 }: Recurrence, first: number, day: number): number =>
  weekOf(day - weekStart) - weekOf(first - weekStart)

function takesMonth(
  { freq, interval, months, monthDays, weekdays }: Recurrence,
  start: Day,
  year: number,
  month: number,
): boolean {
  if (months && !months.includes(month)) return false
  if (freq === 'MONTHLY') return ((year - start.year) * 12 + month - start.month) % interval === 0
  if (freq !== 'YEARLY') return true
  const any = months ?? monthDays ?? weekdays
  return (year - start.year) % interval === 0 && (any !== undefined || month === start.month)
}

interface Place {
  year: number
  /** The day of the month, and how many days the month has. */
  day: number
  length: number
  number: number
}

/** Whether a day matches every part of the rule. A part that the rule leaves out is taken from the start. */
function takesDay(
  { freq, months, monthDays, weekdays }: Recurrence,
  start: Day,
  first: number,
  place: Place,
): boolean {
  const { day, length, number } = place
  if (monthDays && !monthDays.some((n) => (n > 0 ? n : length + 1 + n) === day)) return false
  if (weekdays) {
    const span = freq === 'YEARLY' && !months ? inYear(place) : { day, length }
    return weekdays.some((weekday) => isWeekday(weekday, number, span))
  }
  if (monthDays || freq === 'DAILY') return true
  return freq === 'WEEKLY' ? weekdayOf(number) === weekdayOf(first) : day === start.day
}

function inYear({ year, number }: Place): { day: number; length: number } {
  const before = numberOf(year, 1, 0)
  return { day: number - before, length: numberOf(year + 1, 1, 0) - before }
}

function isWeekday(
  { day, nth }: Weekday,
  number: number,
  span: { day: number; length: number },
): boolean {
  if (weekdayOf(number) !== day) return false
  if (nth === 0) return true
  const others = nth > 0 ? span.day - 1 : span.length - span.day
  return Math.floor(others / 7) + 1 === Math.abs(nth)
}

/** Days since January 1, 1970. Day 0 of a month is the last day of the month before. */
const numberOf = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS

// January 1, 1970 was a Thursday, and weeks begin on Mondays.
const weekOf = (number: number): number => Math.floor((number + 3) / 7)
const weekdayOf = (number: number): number => number + 3 - weekOf(number) * 7
