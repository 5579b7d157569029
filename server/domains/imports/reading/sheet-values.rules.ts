import type { FileValue } from './file-values.rules.ts'

/** How a style shows what its cells hold. */
export interface NumberFormat {
  /** A `time` is of a day, and a `duration` can be longer, such as `[h]:mm`. */
  kind: 'number' | 'percent' | 'date' | 'time' | 'duration'
  /** How it writes a value, if not as it is kept; undefined if it cannot. */
  show?: (value: number | string) => string | undefined
  /** Whether it writes a text other than it is. */
  showsText?: boolean
}

export const GENERAL: NumberFormat = { kind: 'number' }

/** Dates whose look depends on where the reader is, among the formats that all workbooks share. They are kept as ISO dates. */
const isRegionalDate = (id: number): boolean =>
  id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const LAST_BUILT_IN = 49

/**
 * A format that shows what is kept; undefined for any other.
 *
 * @param code if the workbook defines it.
 */
export function plainFormat(id: number, code: string | undefined): NumberFormat | undefined {
  if (code === undefined) {
    if (isRegionalDate(id)) return { kind: 'date' }
    return id === 0 || id >= LAST_BUILT_IN ? GENERAL : undefined
  }
  if (/^(general|@|)$/i.test(code)) return GENERAL
  return /^yyyy\\?-mm\\?-dd$/i.test(code) ? { kind: 'date' } : undefined
}

/** The column of a cell's name, from 0: `A1` → 0, `AB7` → 27. -1 if it names none. */
export function columnOf(name: string): number {
  let column = 0
  for (let at = 0; at < name.length; at++) {
    // Without the bit that makes a letter small.
    const letter = (name.charCodeAt(at) & ~32) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/** The number that a text is, or NaN. `Number` alone takes an empty text for 0, and `0x10` for 16. */
const numberOf = (text: string): number => {
  const number = Number(text)
  return Number.parseFloat(text) === number ? number : Number.NaN
}

/** Which one of several a text names, from 0; undefined if it names none. */
export function indexIn(text = ''): number | undefined {
  const number = numberOf(text)
  return Number.isInteger(number) && number >= 0 ? number : undefined
}

/** What a boolean of a workbook says, in any spelling that programs use; undefined if it says nothing. */
export function booleanOf(text = ''): boolean | undefined {
  if (/^\s*(1|true|t|on)\s*$/i.test(text)) return true
  return /^\s*(0|false|f|off)\s*$/i.test(text) ? false : undefined
}

/**
 * What a cell holds.
 *
 * @param type the cell's `t`; a shared text has been looked up already.
 */
export function cellOf(
  type: string,
  text: string,
  format: NumberFormat,
  since1904: boolean,
): FileValue {
  if (type === 'b') return booleanOf(text) ?? text
  if (type === 'e' && text !== '') return { error: text }
  if (type !== 'n') return format.showsText ? textShown(text, format.show!(text)) : text
  const number = numberOf(text)
  if (!Number.isFinite(number)) return text
  const { kind, show } = format
  if (kind === 'date' || kind === 'time') {
    const days = number + (since1904 ? DAYS_TO_1904 : 0)
    const date = dateText(days)
    if (date === undefined) return exact(number)
    // As a time, a count of days that no desk has dates of is a duration: 36 hours are `12:00` on the next day.
    if (kind === 'date' || days < 1 || days >= FIRST_SERIAL) {
      return kind === 'date' && days < 1 ? date : textShown(date, show?.(days))
    }
  }
  if (kind === 'percent') {
    return { percent: toFifteenDigits(number * 100), shown: show?.(number) }
  }
  // A long number is mostly an id, such as a card's, and no text may lose its last digits.
  if (/^-?\d{16,}$/.test(text)) return Number.isSafeInteger(number) ? number : text
  const kept = exact(number)
  const shown = show ? show(number) : generalText(number)
  return shown === undefined || shown === String(kept) ? kept : { number: kept, shown }
}

const textShown = (text: string, shown: string | undefined): FileValue =>
  shown === undefined || shown === text.trim() ? text : { text, shown }

/** As many characters as a cell without a format shows of a fraction, but for its sign. */
const GENERAL_CHARS = 11

/** A fraction as a cell without a format shows it. Whole numbers keep all their digits, and tiny ones too. */
function generalText(number: number): string {
  const size = Math.abs(number)
  if (Number.isInteger(number) || size < 1e-4) return String(exact(number))
  const whole = String(Math.trunc(size)).length
  return String(Number(number.toFixed(Math.max(0, GENERAL_CHARS - 1 - whole))))
}

const DAYS_TO_1904 = 1462

const exact = (number: number): number =>
  Number.isSafeInteger(number) ? number : toFifteenDigits(number)

/** Spreadsheets compute with more digits than the 15 that they show. */
const toFifteenDigits = (number: number): number => Number(number.toPrecision(15))

const DAY_MS = 86_400_000
/** 1970-01-01, in days since 1899-12-30. */
const EPOCH_DAY = 25_569
/** 10000-01-01, which no date reaches. */
const END_DAY = 2_958_466

/** 1955-01-01 and 2079-12-31. Other numbers of five digits in a column of dates are more likely something else. */
const [FIRST_SERIAL, LAST_SERIAL] = [20_090, 65_745]

/**
 * The date of a text that a spreadsheet wrote as the day's number, such as `45720`; undefined if it is none.
 *
 * @param since1904 whether days are counted from 1904, as in workbooks of old Macs.
 */
export function serialDate(text: string, since1904 = false): string | undefined {
  const days = /^\d{5}$/.test(text) ? Number(text) + (since1904 ? DAYS_TO_1904 : 0) : 0
  return days >= FIRST_SERIAL && days <= LAST_SERIAL ? dateText(days) : undefined
}

/** A day count as a date, with its time if it has one, in the board's time zone. */
function dateText(days: number): string | undefined {
  if (days < 0 || days >= END_DAY) return undefined
  // Before March 1900, the count includes a day that never existed.
  const real = days < 60 ? days + 1 : days
  const iso = new Date(Math.round((real - EPOCH_DAY) * 86_400) * 1000).toISOString()
  if (days < 1) return iso.slice(11, 19)
  return days % 1 === 0 || (days % 1) * DAY_MS < 500 ? iso.slice(0, 10) : iso.slice(0, 19)
}
