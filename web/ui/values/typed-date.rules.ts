import { MONTH_NAMES, MONTHS, WEEKDAYS } from '../../../shared/date-words.ts'
import type { DateOrder } from '../../../shared/regions.ts'

/** What dates depend on where somebody types them. */
export interface TypedWhere {
  /** The current day there, `2026-11-20`. */
  today: string
  order: DateOrder
}

const DAY_MS = 86_400_000
const words: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }

const WORD = /^(today|tomorrow|yesterday)/
const STEP = /^([+-])(\d{1,3}) ?([dwm])(?![a-z])/
const WEEKDAY = /^(next )?([a-z]{3,9})\.?/
const YEAR = "(?:(?:(?:, ?| |-)([1-9]\\d{3})|(?:-| ')(\\d\\d))(?!\\d))?"
const MONTH_DAY = new RegExp(`^([a-z]{3,9})[. -]{1,2}(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)${YEAR}`)
const DAY_MONTH = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|\\.)?[ -]?(?:of )?([a-z]{3,9})\\.?${YEAR}`)
const NUMBERS = /^(\d{1,2})([-/]|\. ?)(\d{1,2})(?:\2([1-9]\d{3}|\d\d)(?!\d)|\.)?/
/** What may follow a day: a time, which the service reads. */
const TIME = /^(?:,? at |, ?| )\d{1,2}(?![-\d/.])/

/**
 * A date as people type it, with the day in full and a time after it as it was typed: `nov 5 3pm` is
 * `2026-11-05 3pm`. Undefined for text that is not of this kind: the service reads more formats, but none that depend
 * on the current day. A day without a year is the one nearest to today; a weekday is the next one after today.
 */
export function typedDate(text: string, where: TypedWhere): string | undefined {
  const typed = text.trim().replace(/\s+/g, ' ').toLowerCase()
  const found = dayIn(typed, where)
  if (!found || Number.isNaN(found.ms)) return undefined
  const rest = typed.slice(found.length)
  if (rest !== '' && !TIME.test(rest)) return undefined
  return isoDay(found.ms) + rest
}

interface Found {
  /** Midnight of the day, as if it were UTC; NaN if there is no such day. */
  ms: number
  /** How much of the text it takes. */
  length: number
}

function dayIn(typed: string, { today, order }: TypedWhere): Found | undefined {
  const now = Date.parse(today)
  let match = WORD.exec(typed)
  if (match) return { ms: now + words[match[1]!]! * DAY_MS, length: match[0].length }
  match = STEP.exec(typed)
  if (match) {
    const count = Number(match[2]) * (match[1] === '-' ? -1 : 1)
    return { ms: stepped(now, count, match[3]!), length: match[0].length }
  }
  match = MONTH_DAY.exec(typed)
  let month = match ? monthOf(match[1]!) : 0
  if (match && month > 0) return dated(match, now, month, Number(match[2]), match[3] ?? match[4])
  match = DAY_MONTH.exec(typed)
  month = match ? monthOf(match[2]!) : 0
  if (match && month > 0) return dated(match, now, month, Number(match[1]), match[3] ?? match[4])
  match = NUMBERS.exec(typed)
  if (match) return numbered(match, now, order)
  match = WEEKDAY.exec(typed)
  const weekday = match ? WEEKDAYS.findIndex((name) => isName(match![2]!, name)) : -1
  if (!match || weekday < 0) return undefined
  return { ms: nextWeekday(now, weekday, match[1] !== undefined), length: match[0].length }
}

/** In months, the last day stands in for one that the month does not have. */
function stepped(from: number, count: number, unit: string): number {
  if (unit !== 'm') return from + count * (unit === 'w' ? 7 : 1) * DAY_MS
  const day = new Date(from)
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + count + 1, 0))
  return last.setUTCDate(Math.min(day.getUTCDate(), last.getUTCDate()))
}

/** The first such weekday after today, or the one of next week, which begins on Monday. */
function nextWeekday(from: number, weekday: number, isNextWeek: boolean): number {
  const today = new Date(from).getUTCDay()
  if (!isNextWeek) return from + (((weekday - today + 6) % 7) + 1) * DAY_MS
  const monday = from - ((today + 6) % 7) * DAY_MS
  return monday + (7 + ((weekday + 6) % 7)) * DAY_MS
}

/**
 * `11/5` in the order of the country, unless only the other order is a real date. Dots mean that the day comes first,
 * and elsewhere nothing. Where the year comes first, the month follows it, but `11/5/2026` could be either.
 */
function numbered(match: RegExpExecArray, now: number, order: DateOrder): Found | undefined {
  const [, first, mark, second, year] = match
  const dotted = mark!.startsWith('.')
  if (dotted && order !== 'dmy') return undefined
  if (!dotted && match[0].endsWith('.')) return undefined
  const [one, other] = [Number(first), Number(second)]
  const monthFirst = dated(match, now, one, other, year)
  const dayFirst = dated(match, now, other, one, year)
  if (Number.isNaN(monthFirst.ms)) return dayFirst
  if (Number.isNaN(dayFirst.ms)) return monthFirst
  if (order === 'ymd' && year !== undefined && one !== other) return undefined
  return order === 'dmy' ? dayFirst : monthFirst
}

function dated(
  match: RegExpExecArray,
  now: number,
  month: number,
  day: number,
  year: string | undefined,
): Found {
  const length = match[0].length
  if (year !== undefined) return { ms: dayOf(fullYear(year, now), month, day), length }
  const thisYear = new Date(now).getUTCFullYear()
  const nearest = [thisYear + 1, thisYear, thisYear - 1]
    .map((one) => dayOf(one, month, day))
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((a, b) => Math.abs(a - now) - Math.abs(b - now))
  return { ms: nearest[0] ?? Number.NaN, length }
}

/** How many years ahead a year of two digits may be. Others are of the past, such as dates of birth. */
const MOST_AHEAD = 20

function fullYear(written: string, now: number): number {
  const year = Number(written)
  if (written.length === 4) return year
  const last = new Date(now).getUTCFullYear() + MOST_AHEAD
  return last - ((last - year) % 100)
}

function dayOf(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.getTime() : Number.NaN
}

/** The number of a month, by its English name or the beginning of it; 0 if there is no such month. */
const monthOf = (name: string): number =>
  name === 'sept'
    ? 9
    : MONTHS.findIndex((start, i) => name.startsWith(start) && MONTH_NAMES[i]!.startsWith(name)) + 1

/** Whether somebody means a weekday: `fri`, `tues`, `thurs`, `friday`. */
const isName = (typed: string, name: string): boolean => typed.length >= 3 && name.startsWith(typed)

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
