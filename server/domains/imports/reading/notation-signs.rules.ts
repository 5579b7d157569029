import {
  type DateNotation,
  dateNotations,
  type NumberNotation,
  numberNotations,
} from '../../../../shared/notations.ts'
import type { Region } from '../../../../shared/regions.ts'
import { isDay } from '../../records/cells/calendar.ts'
import { readNumber } from '../../records/cells/number-text.ts'
import type { FileValue } from './file-values.rules.ts'

// The thread that reads a workbook loads this, so it imports nothing that takes long to load.

/** What the texts of a column of a file show of how its numbers and dates are written. */
export interface Signs {
  numbers: Record<NumberNotation, NumberSigns>
  /** Numbers such as 1,23,456. */
  lakhs: number
  /** All texts that can mean only one thing. */
  certain: number
  /** Whether all numbers with a mark are written as programs write them. */
  isPlain: boolean
  /** How many dates are days of the calendar in some of the orders, by these orders as `orderBits`. */
  dates: number[]
  /** The first number and the first date that can mean several things. */
  openNumber: string | undefined
  openDate: string | undefined
}

/** Numbers that only make sense in one notation, and those that would mean something else in another. */
interface NumberSigns {
  /** With several marks, such as 1.234,56: no slip makes them. */
  clear: number
  /** With one mark, which cannot separate thousands: 12,5. */
  single: number
  /** The same with four or more decimals and little before them, such as 1.2345: thousands with a slip would look so. */
  long: number
  /** In which the mark could separate thousands, and would be the decimal mark in this notation: 1.234. */
  open: number
}

const none = (): NumberSigns => ({ clear: 0, single: 0, long: 0, open: 0 })

const noSigns = (): Signs => ({
  numbers: { decimal_point: none(), decimal_comma: none() },
  lakhs: 0,
  certain: 0,
  isPlain: true,
  dates: Array(2 ** dateNotations.length).fill(0),
  openNumber: undefined,
  openDate: undefined,
})

/** A place of `Signs.dates`: which orders. */
export const orderBits = (orders: readonly DateNotation[]): number =>
  orders.reduce((bits, how) => bits | (1 << dateNotations.indexOf(how)), 0)

/** So many certain texts settle how a column is written, so the rest of a large file is not looked at. */
const MOST_CERTAIN = 500
/** Longer texts are neither. */
const MOST_CHARS = 60
/** Most texts have no such mark. */
const HAS_MARK = /\d[.,/-][ \d–—-]|[.,]\d/

/** Adds what the values of a row show, by place. */
export function addSigns(found: (Signs | undefined)[], values: readonly FileValue[]): void {
  for (let place = 0; place < values.length; place++) {
    const value = values[place]
    if ((found[place]?.certain ?? 0) >= MOST_CERTAIN) continue
    if (typeof value !== 'string' || value.length > MOST_CHARS) continue
    if (!beginsWithDigit(value) || !HAS_MARK.test(value)) continue
    const text = value.trim()
    if (!addNumber(found, place, text)) addDate(found, place, text)
  }
}

/** What stands before the digits of a number: a sign, or a currency's code. */
const MOST_BEFORE = 5

/** Whether a digit is among the first characters. Plain comparisons, since this runs for every text of a file. */
function beginsWithDigit(text: string): boolean {
  const end = Math.min(text.length, MOST_BEFORE + 1)
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) return true
  }
  return false
}

/** Only its group of two digits above the thousands counts. */
const ANYWHERE: Region = { locale: '', decimal: '.', group: ',', lakh: false, dateOrder: 'ymd' }
const BETWEEN_DIGITS = /\d[^\d](?=[\d–—-])/g
const PLAIN = /^'?-?\d+\.\d+(?:e[+-]?\d+)?$/i
const LONG = /(?:^|[^\d.,])[1-9]\d{0,2}[.,]\d{4,}/

function addNumber(found: (Signs | undefined)[], place: number, text: string): boolean {
  const read = (how: NumberNotation, lakh = false) =>
    readNumber(text, ANYWHERE, { how, isSure: true, lakh })?.readings[0]
  const point = read('decimal_point')
  const comma = read('decimal_comma')
  const lakh = point === undefined && comma === undefined && read('decimal_point', true)
  if (point === undefined && comma === undefined && lakh === undefined) return false
  found[place] ??= noSigns()
  const signs = found[place]
  if (!PLAIN.test(text)) signs.isPlain = false
  if (point === undefined || comma === undefined) signs.certain++
  if (lakh) signs.lakhs++
  else if (point !== undefined && comma !== undefined) {
    if (point === comma) return true
    // The one that is smaller has decimals.
    signs.numbers[point.includes('.') ? 'decimal_point' : 'decimal_comma'].open++
    signs.openNumber ??= text
  } else {
    const only = signs.numbers[point === undefined ? 'decimal_comma' : 'decimal_point']
    const marks = text.match(BETWEEN_DIGITS)?.length ?? 0
    only[marks > 1 ? 'clear' : LONG.test(text) ? 'long' : 'single']++
  }
  return true
}

const DATE = /^(\d{1,2})([-/]|\. ?)(\d{1,2})\2(\d{4}|\d\d)(?!\d)/

function addDate(found: (Signs | undefined)[], place: number, text: string): void {
  const [, first = '', , second = '', last = ''] = DATE.exec(text) ?? []
  if (last === '') return
  const [one, two, three] = [Number(first), Number(second), Number(last)]
  const mayBeginWithYear = first.length === 2 && last.length === 2
  const days: Record<DateNotation, string | undefined> = {
    day_first: dayIn(three, two, one),
    month_first: dayIn(three, one, two),
    year_first: mayBeginWithYear ? dayIn(one, two, three) : undefined,
  }
  const orders = dateNotations.filter((how) => days[how] !== undefined)
  // If all orders mean the same day, the text shows nothing.
  const isSame = orders.length > 1 && orders.every((how) => days[how] === days[orders[0]!])
  if (orders.length === 0 || isSame) return
  found[place] ??= noSigns()
  found[place].dates[orderBits(orders)]!++
  if (orders.length > 1) found[place].openDate ??= text
  else found[place].certain++
}

/** A year of two digits leaps as it does in this century. */
const dayIn = (year: number, month: number, day: number): string | undefined =>
  isDay(year < 100 ? 2000 + year : year, month, day) ? `${year} ${month} ${day}` : undefined

/** All numbers that only one notation makes sense of. */
export const onlyIn = ({ numbers }: Signs, how: NumberNotation): number =>
  numbers[how].clear + numbers[how].single + numbers[how].long

/** Whether a number could mean something else. */
export const hasOpen = ({ numbers }: Signs): boolean =>
  numberNotations.some((how) => numbers[how].open > 0)
