import {
  DAY_MS,
  FIRST_MS,
  isDay,
  isStoredDate,
  isStoredInstant,
  isYear,
  LAST_MS,
} from '../calendar.ts'
import { failed, type Value } from './values.ts'

/** Units of time: the fixed ones in milliseconds, the others by the calendar. */
const fixed: Record<string, number> = {
  minutes: 60_000,
  hours: 3_600_000,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
}
const months: Record<string, number> = { months: 1, quarters: 3, years: 12 }
export const units = [...Object.keys(fixed), ...Object.keys(months)]
/** The units by which a date without a time can move. */
export const dayUnits = units.filter((unit) => unit !== 'minutes' && unit !== 'hours')

/** A stored date or instant in milliseconds; a date is the start of its day in UTC. */
export const msOf = (text: string): number => new Date(text).getTime()

/** Milliseconds as a date or an instant, whichever `like` is. */
function written(ms: number, like: string): Value {
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) return failed('out_of_range')
  const text = new Date(ms).toISOString()
  return isStoredDate(like) ? text.slice(0, 10) : text
}

/** Whole units from one to the other; negative if the other is earlier. */
export function dateDiff(from: string, to: string, unit: string): Value {
  const [a, b] = [msOf(from), msOf(to)]
  const length = fixed[unit]
  if (length !== undefined) return Math.trunc((b - a) / length) + 0
  if (b < a) return 0 - (dateDiff(to, from, unit) as number) + 0
  const [start, end] = [new Date(a), new Date(b)]
  let count =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  if (count > 0 && shifted(start, count) > b) count--
  return Math.trunc(count / months[unit]!)
}

export function dateAdd(text: string, count: number, unit: string): Value {
  const steps = Math.trunc(count)
  const length = fixed[unit]
  const ms =
    length === undefined
      ? shifted(new Date(msOf(text)), steps * months[unit]!)
      : msOf(text) + steps * length
  return written(ms, text)
}

/** The same day that many months later, or the month's last day if the month is too short. */
function shifted(date: Date, count: number): number {
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + count)
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  return moved.setUTCDate(Math.min(date.getUTCDate(), last))
}

export function dateOf(year: number, month: number, day: number): Value {
  if (![year, month, day].every(Number.isInteger) || !isYear(year) || !isDay(year, month, day)) {
    return failed('not_a_date')
  }
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** The day of a date, of an instant, or of text that is one of them. */
export function dayIn(text: string): Value {
  const trimmed = text.trim()
  return isStoredDate(trimmed) || isStoredInstant(trimmed)
    ? trimmed.slice(0, 10)
    : failed('not_a_date')
}
