export const DAY_MS = 86_400_000
const MIN_YEAR = 1000
const MAX_YEAR = 9999
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The range of dates and times in cells: a clock's day and time in milliseconds since 1970, as if it showed UTC. */
export const FIRST_MS = Date.UTC(MIN_YEAR, 0, 1)
export const LAST_MS = Date.UTC(MAX_YEAR + 1, 0, 1) - 1
export const YEARS = `${MIN_YEAR} to ${MAX_YEAR}`

/** Whether the Gregorian calendar has that day; months count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= MONTH_DAYS[month - 1]! + (leap ? 1 : 0)
}

export function isYear(year: number): boolean {
  return year >= MIN_YEAR && year <= MAX_YEAR
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

function startsWithDay(text: string): boolean {
  const century = twoDigits(text, 0)
  const rest = twoDigits(text, 2)
  const year = century * 100 + rest
  return (
    century >= 0 &&
    rest >= 0 &&
    isYear(year) &&
    text.charCodeAt(4) === 45 &&
    text.charCodeAt(7) === 45 &&
    isDay(year, twoDigits(text, 5), twoDigits(text, 8))
  )
}

/** Whether a text is a date as stored, `2026-11-20`. Checked by hand, since most dates are sent in this form. */
export function isStoredDate(text: string): boolean {
  return text.length === 10 && startsWithDay(text)
}

/** Whether a text is an instant as stored, `2026-11-20T14:30:00.000Z`. */
export function isStoredInstant(text: string): boolean {
  if (text.length !== 24 || !startsWithDay(text)) return false
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  const fraction = twoDigits(text, 21)
  const tenths = text.charCodeAt(20)
  return (
    text.charCodeAt(10) === 84 &&
    text.charCodeAt(13) === 58 &&
    text.charCodeAt(16) === 58 &&
    text.charCodeAt(19) === 46 &&
    text.charCodeAt(23) === 90 &&
    tenths >= 48 &&
    tenths <= 57 &&
    fraction >= 0 &&
    hour >= 0 &&
    hour < 24 &&
    minute >= 0 &&
    minute < 60 &&
    second >= 0 &&
    second < 60
  )
}
