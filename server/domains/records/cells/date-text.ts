import { MONTH_NAMES, MONTHS, WEEKDAYS } from '../../../../shared/date-words.ts'
import type { DateNotation } from '../../../../shared/notations.ts'
import type { DateOrder } from '../../../../shared/regions.ts'
import { DAY_MS, isDay, isYear, YEARS } from './calendar.ts'
import { refused } from './cell-type.ts'
import type { Conversion, Notation } from './column.ts'
import { offsetOfLetters } from './zone-letters.ts'

/**
 * A date as people write it: the day as milliseconds of its midnight read as UTC, the time within
 * the day in milliseconds, the offset from UTC in milliseconds; `undefined` if the text gives none.
 */
export type DateText = { day: number; time: number | undefined; offset: number | undefined }

/** Refuses a text that is not a date. */
type Misread = (sent: string) => Conversion
export type Reading = DateText | Misread

const MOST_CHARS = 100
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const WEEKDAY = /^(sun|mon|tues?|wed|thur?s?|fri|sat)(?:day|nesday|sday|urday)?\.?,? /
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/
const YEAR_LAST = /^(\d{1,2})([-/]|\. ?)(\d{1,2})\2(\d{4})(?!\d)/
const SHORT_YEAR = /^(\d{1,2})([-/]|\. ?)(\d{1,2})\2(\d{2})(?!\d)/
const NO_MARKS = /^((?:19|20)\d\d)(\d\d)(\d\d)$/
const MONTH_DAY_YEAR = /^([a-z]{3,9})[. -]{1,2}(\d{1,2})(?:st|nd|rd|th)?(?:, ?| |-)(\d{4})(?!\d)/
const DAY_MONTH_YEAR =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?:of )?([a-z]{3,9})(?:\. ?|, ?| |-)?(\d{4})(?!\d)/
// With two digits, `Nov 20-26` would be days, and the first digits of a time are no year.
const MONTH_DAY_SHORT =
  /^([a-z]{3,9})(?:\.? (\d{1,2})(?:st|nd|rd|th)?,? ['’]?|-(\d{1,2})-)(\d{2})(?![\d:])/
const DAY_MONTH_SHORT =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?:of )?([a-z]{3,9})(?:\. ?|, ?| |-)?['’]?(\d{2})(?![\d:])/
const TIME =
  /^(?:t|,? ?at |, ?| )(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)? ?(?:([ap])?(\.?m\.?)?(?![a-z]))? ?(?:((?:utc|gmt)?[+\-−]\d\d(?::?\d\d)?|(?:utc|gmt)[+\-−]\d(?::\d\d)?|z|[a-z]{2,5})(?: \([^()]*\))?|\(([a-z]{2,5})\))?$/

const UNREAD: Misread = (sent) => refused('not_a_date', { sent })
const UNREAD_TIME: Misread = (sent) => refused('time_unread', { sent })
const ZONE_UNREAD: Misread = (sent) => refused('zone_in_letters', { sent })

/**
 * Reads a trimmed text. The region's order of date parts decides if the text leaves it open, and the country what the
 * letters of a time zone mean.
 *
 * @param notation how all dates of the column are written. One that is written otherwise is refused.
 */
export function readDate(
  text: string,
  order: DateOrder,
  country: string,
  notation?: Notation,
): Reading {
  if (text.length > MOST_CHARS) return UNREAD
  // Browsers put narrow spaces and direction marks into their dates.
  let rest = text
    .replace(/[\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  const weekday = WEEKDAY.exec(rest)
  if (weekday) rest = rest.slice(weekday[0].length)

  const found = readDay(rest, order, notation)
  if (typeof found === 'function') return found
  if (weekday) {
    const actual = WEEKDAYS[new Date(found.day).getUTCDay()]!
    if (!actual.startsWith(weekday[1]!.slice(0, 3))) {
      const weekday = actual[0]!.toUpperCase() + actual.slice(1)
      return (sent) => refused('wrong_weekday', { sent, weekday })
    }
  }
  const tail = rest.slice(found.length)
  return tail === ''
    ? { day: found.day, time: undefined, offset: undefined }
    : readTime(found.day, tail, country)
}

type Day = { day: number; length: number }

function readDay(text: string, order: DateOrder, notation?: Notation): Day | Misread {
  let match = YEAR_FIRST.exec(text)
  if (match) return dayOf(match, Number(match[1]), Number(match[3]), Number(match[4]))
  match = YEAR_LAST.exec(text)
  if (match) return yearLast(match, order, notation)
  match = SHORT_YEAR.exec(text)
  if (match) return shortYear(match, order, notation)
  match = NO_MARKS.exec(text)
  if (match) return dayOf(match, Number(match[1]), Number(match[2]), Number(match[3]))
  match = MONTH_DAY_YEAR.exec(text)
  if (match) return dayOf(match, Number(match[3]), monthOf(match[1]!), Number(match[2]))
  match = DAY_MONTH_YEAR.exec(text)
  if (match) return dayOf(match, Number(match[3]), monthOf(match[2]!), Number(match[1]))
  match = MONTH_DAY_SHORT.exec(text)
  if (match) {
    return dayOf(match, wholeYear(match[4]!), monthOf(match[1]!), Number(match[2] ?? match[3]))
  }
  match = DAY_MONTH_SHORT.exec(text)
  if (match) return dayOf(match, wholeYear(match[3]!), monthOf(match[2]!), Number(match[1]))
  return UNREAD
}

/** The last year of this century that two digits mean: `49` is 2049, `50` is 1950. */
const PIVOT = 49

function wholeYear(digits: string): number {
  const year = Number(digits)
  return year + (year <= PIVOT ? 2000 : 1900)
}

/** The number of a month, by its English name or the name's first letters; NaN if there is no such month. */
function monthOf(name: string): number {
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1
  return month > 0 && (MONTH_NAMES[month - 1]!.startsWith(name) || name === 'sept')
    ? month
    : Number.NaN
}

function dayOf(match: RegExpExecArray, year: number, month: number, day: number): Day | Misread {
  if (Number.isNaN(month)) return UNREAD
  if (!isDay(year, month, day)) return (sent) => refused('no_such_day', { sent })
  if (!isYear(year)) return (sent) => refused('outside_years', { sent, years: YEARS })
  return { day: Date.UTC(year, month - 1, day), length: match[0].length }
}

/**
 * Reads `11/20/2026` in the region's order, unless only the other order is a real date. Countries
 * that write the year first have no order for this. Dots mean that the day comes first, except in
 * countries that write the month first, where they could mean either.
 */
function yearLast(match: RegExpExecArray, order: DateOrder, notation?: Notation): Day | Misread {
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  const monthFirst = isDay(year, first, second)
  const dayFirst = isDay(year, second, first)
  if (notation) {
    const isReal = { month_first: monthFirst, day_first: dayFirst, year_first: false }
    const { how, isSure } = notation as Notation<DateNotation>
    if (!isReal[how] && (monthFirst || dayFirst)) return writtenOtherwise(how)
    if (isSure) {
      return how === 'day_first'
        ? dayOf(match, year, second, first)
        : dayOf(match, year, first, second)
    }
  }
  if (monthFirst && dayFirst && first !== second) {
    const dotted = match[2]!.startsWith('.')
    if (dotted ? order === 'mdy' : order === 'ymd') {
      return (sent) => refused('day_or_month_first', { sent })
    }
    const monthIsFirst = !dotted && order === 'mdy'
    return monthIsFirst ? dayOf(match, year, first, second) : dayOf(match, year, second, first)
  }
  return monthFirst ? dayOf(match, year, first, second) : dayOf(match, year, second, first)
}

/**
 * Reads `11/20/26` in the region's order, with the day first after dots. If that is no date, and in countries that write
 * the year first, it must be a date in only one order of day, month and year.
 */
function shortYear(match: RegExpExecArray, order: DateOrder, notation?: Notation): Day | Misread {
  const [, first = '', mark = '', second = '', last = ''] = match
  const [one, two] = [Number(first), Number(second)]
  const monthFirst = { year: wholeYear(last), month: one, day: two }
  const dayFirst = { year: wholeYear(last), month: two, day: one }
  const yearFirst = { year: wholeYear(first), month: two, day: Number(last) }
  const isReal = ({ year, month, day }: typeof monthFirst) => isDay(year, month, day)
  const real = [monthFirst, dayFirst, ...(first.length === 2 ? [yearFirst] : [])].filter(isReal)
  if (notation) {
    const { how, isSure } = notation as Notation<DateNotation>
    const meant = { month_first: monthFirst, day_first: dayFirst, year_first: yearFirst }[how]
    if (!real.includes(meant) && real.length > 0) return writtenOtherwise(how)
    if (isSure) return dayOf(match, meant.year, meant.month, meant.day)
  }
  const dotted = mark.startsWith('.')
  const usual = order === 'dmy' ? dayFirst : order === 'mdy' && !dotted ? monthFirst : undefined
  if (usual && isReal(usual)) return dayOf(match, usual.year, usual.month, usual.day)
  const days = new Set(real.map(({ year, month, day }) => Date.UTC(year, month - 1, day)))
  if (days.size > 1) return (sent) => refused('short_year', { sent })
  const [only = monthFirst] = real
  return dayOf(match, only.year, only.month, only.day)
}

const writtenOtherwise =
  (how: DateNotation): Misread =>
  (sent) =>
    refused('other_date_order', { sent, first: how.replace('_first', '') })

function readTime(day: number, tail: string, country: string): Reading {
  const match = TIME.exec(tail)
  if (!match) {
    return /\d.*[a-z]{3,}|\[/.test(tail) ? ZONE_UNREAD : UNREAD_TIME
  }
  const [, hours, minutes, seconds = '0', fraction = '', half, meridiem, written, bracketed] = match
  // An `m` without its `a` or `p`, an `a` without its `m`, and a bare hour are not times.
  if ((half === undefined) !== (meridiem === undefined)) return UNREAD_TIME
  if (half === undefined && minutes === undefined) return UNREAD_TIME
  let hour = Number(hours)
  const minute = Number(minutes ?? 0)
  const second = Number(seconds)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return UNREAD_TIME
    hour = (hour % 12) + (half === 'p' ? 12 : 0)
  }
  if (hour > 23 || minute > 59 || second > 59) return UNREAD_TIME
  const zone = written ?? bracketed
  const offset = zone === undefined ? undefined : offsetOf(zone, country)
  if (zone !== undefined && offset === undefined) return ZONE_UNREAD
  if (Number.isNaN(offset)) return UNREAD_TIME
  // Digits after the milliseconds are cut off, not rounded, so that no time moves into the next second.
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return { day, time: hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + ms, offset }
}

/** How many milliseconds `z`, `est`, `+05:30`, `gmt-0500` or `utc+2` is ahead of UTC; NaN if no clock can be. */
function offsetOf(zone: string, country: string): number | undefined {
  const match = /([+\-−])(\d\d?):?(\d\d)?$/.exec(zone)
  if (!match) return offsetOfLetters(zone, country)
  const minutes = Number(match[3] ?? 0)
  const size = Number(match[2]) * HOUR_MS + minutes * MINUTE_MS
  if (minutes > 59 || size >= DAY_MS) return Number.NaN
  return match[1] === '+' ? size : -size
}
