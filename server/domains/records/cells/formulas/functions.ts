// The table of every function, read by the compiler and by docs/columns.md's test.
import { dateAdd, dateDiff, dateOf, dayIn, dayUnits, msOf, units } from './days.ts'
import { add, divide, round } from './decimals.ts'
import {
  asText,
  failed,
  isError,
  MAX_TEXT,
  numeric,
  type Type,
  textual,
  type Value,
} from './values.ts'

/** What a parameter takes: one of these types. */
type Takes = readonly Type[]
const NUMBER: Takes = ['number']
const TEXT: Takes = ['text']
const DATES: Takes = ['date', 'datetime']
const TRUTH: Takes = ['checkbox']
const PRINTED: Takes = ['text', 'number', 'checkbox', 'date', 'datetime', 'list']
const ANY: Takes = [...PRINTED, 'empty']

export interface FormulaFunction {
  /** For errors and the documentation. */
  usage: string
  does: string
  takes: readonly Takes[]
  /** How many of `takes` may be left out, from the end. */
  optional?: number
  /** The last of `takes` can be repeated. */
  rest?: true
  /** The type of the result; `same`: the one that all arguments from that place on share. */
  type: Type | { same: number }
  /**
   * What it does with empty values. `spread`: one makes the result empty; `kept`: the function gets them.
   * Errors always spread, except with `lazy`.
   */
  empty: 'spread' | 'kept'
  run(args: Value[], types: readonly Type[]): Value
  /** Evaluates its arguments itself, and can skip some. */
  lazy?(args: readonly (() => Value)[]): Value
  /** The argument that must be one of these words, written out. */
  word?: { at: number; of: readonly string[]; ofDates?: readonly string[] }
  examples: readonly (readonly [formula: string, result: unknown])[]
}

const numbers = (args: readonly Value[]) => args.filter((value) => value !== null) as number[]
const sum = (args: readonly Value[]): Value => numeric(numbers(args).reduce(add, 0))
const rounding =
  (how: 'half' | 'up' | 'down') =>
  ([value, digits = 0]: Value[]): Value =>
    numeric(round(value as number, Math.max(-15, Math.min(15, Math.trunc(digits as number))), how))
const isTrue = (value: Value) => value === true
/** Characters as people count them, near enough: code points. */
const letters = (text: Value) => [...(text as string)]
const count = (value: Value) => Math.max(0, Math.trunc(value as number))
const utc = (text: Value) => new Date(msOf(text as string))

/** The length is known before the text is made: two long texts could make one that is too large for memory. */
function replaced(text: string, part: string, by: string): Value {
  if (part === '') return text
  const more = by.length - part.length
  let { length } = text
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    length += more
    // The texts to come can only make it longer.
    if (more >= 0 && length > MAX_TEXT) return failed('out_of_range')
  }
  return length > MAX_TEXT ? failed('out_of_range') : text.replaceAll(part, () => by)
}

/** The least or the greatest, of numbers, dates or texts. */
const extreme =
  (sign: 1 | -1) =>
  (args: Value[]): Value =>
    args
      .filter((value) => value !== null)
      .reduce<Value>(
        (best, value) => (best === null || compare(value, best) * sign < 0 ? value : best),
        null,
      )
const compare = (a: Value, b: Value): number => (a! < b! ? -1 : a! > b! ? 1 : 0)

/** A condition as true or false, or the error that it is. */
const conditionOf = (test: Value): boolean | Value => (isError(test) ? test : isTrue(test))

/** Every function, by its name. None depends on the time or on chance, because results are stored. */
export const functions: Readonly<Record<string, FormulaFunction>> = {
  IF: {
    usage: 'IF(condition, then, else)',
    does: '`then` if the condition is true, else `else`. Without `else`, the result is empty.',
    takes: [TRUTH, ANY, ANY],
    optional: 1,
    type: { same: 1 },
    empty: 'kept',
    run: () => null,
    lazy([test, yes, no]) {
      const found = conditionOf(test!())
      return isError(found) ? found : found ? yes!() : (no?.() ?? null)
    },
    examples: [
      ['IF(2 > 1, "yes", "no")', 'yes'],
      ['IF(2 < 1, 5)', null],
    ],
  },
  AND: {
    usage: 'AND(condition, …)',
    does: 'Whether all conditions are true. An empty one counts as not true.',
    takes: [TRUTH],
    rest: true,
    type: 'checkbox',
    empty: 'kept',
    run: () => null,
    lazy(args) {
      for (const arg of args) {
        const found = conditionOf(arg())
        if (isError(found)) return found
        if (!found) return false
      }
      return true
    },
    examples: [['AND(true, 1 < 2)', true]],
  },
  OR: {
    usage: 'OR(condition, …)',
    does: 'Whether at least one condition is true.',
    takes: [TRUTH],
    rest: true,
    type: 'checkbox',
    empty: 'kept',
    run: () => null,
    lazy(args) {
      for (const arg of args) {
        const found = conditionOf(arg())
        if (isError(found)) return found
        if (found) return true
      }
      return false
    },
    examples: [['OR(false, 2 < 1)', false]],
  },
  NOT: {
    usage: 'NOT(condition)',
    does: 'Whether the condition is not true.',
    takes: [TRUTH],
    type: 'checkbox',
    empty: 'kept',
    run: ([value]) => !isTrue(value!),
    examples: [['NOT(false)', true]],
  },
  COALESCE: {
    usage: 'COALESCE(value, …)',
    does: 'The first value that is not empty.',
    takes: [ANY],
    rest: true,
    type: { same: 0 },
    empty: 'kept',
    run: () => null,
    lazy(args) {
      for (const arg of args) {
        const value = arg()
        if (value !== null) return value
      }
      return null
    },
    examples: [['COALESCE(null, 0)', 0]],
  },
  IFERROR: {
    usage: 'IFERROR(value, instead)',
    does: 'The value, or `instead` if the value is an error.',
    takes: [ANY, ANY],
    type: { same: 0 },
    empty: 'kept',
    run: () => null,
    lazy([value, instead]) {
      const found = value!()
      return isError(found) ? instead!() : found
    },
    examples: [['IFERROR(1 / 0, 0)', 0]],
  },
  ISBLANK: {
    usage: 'ISBLANK(value)',
    does: 'Whether the value is empty.',
    takes: [ANY],
    type: 'checkbox',
    empty: 'kept',
    run: ([value]) => value === null,
    examples: [['ISBLANK("")', false]],
  },
  COUNT: {
    usage: 'COUNT(value, …)',
    does: 'How many values are not empty. In options, links and files, it counts the items.',
    takes: [ANY],
    rest: true,
    type: 'number',
    empty: 'kept',
    run: (args) =>
      args.reduce<number>(
        (n, value) => n + (Array.isArray(value) ? value.length : value === null ? 0 : 1),
        0,
      ),
    examples: [['COUNT("a", null, 3)', 2]],
  },
  SUM: {
    usage: 'SUM(number, …)',
    does: 'The sum. Empty values are left out; with no values it is 0.',
    takes: [NUMBER],
    rest: true,
    type: 'number',
    empty: 'kept',
    run: sum,
    examples: [['SUM(0.1, 0.2, null)', 0.3]],
  },
  AVERAGE: {
    usage: 'AVERAGE(number, …)',
    does: 'The mean of the values that are not empty.',
    takes: [NUMBER],
    rest: true,
    type: 'number',
    empty: 'kept',
    run(args) {
      const found = numbers(args)
      const total = sum(found)
      return found.length === 0 || isError(total)
        ? isError(total)
          ? total
          : null
        : divide(total as number, found.length)
    },
    examples: [['AVERAGE(1, 2, null)', 1.5]],
  },
  MIN: {
    usage: 'MIN(value, …)',
    does: 'The smallest of the numbers, dates or texts that are not empty.',
    takes: [['number', 'date', 'datetime', 'text']],
    rest: true,
    type: { same: 0 },
    empty: 'kept',
    run: extreme(1),
    examples: [['MIN(3, 1, null)', 1]],
  },
  MAX: {
    usage: 'MAX(value, …)',
    does: 'The largest of the numbers, dates or texts that are not empty.',
    takes: [['number', 'date', 'datetime', 'text']],
    rest: true,
    type: { same: 0 },
    empty: 'kept',
    run: extreme(-1),
    examples: [['MAX(DATE(2026, 1, 31), DATE(2026, 2, 1))', '2026-02-01']],
  },
  ABS: {
    usage: 'ABS(number)',
    does: 'The number without its sign.',
    takes: [NUMBER],
    type: 'number',
    empty: 'spread',
    run: ([value]) => Math.abs(value as number),
    examples: [['ABS(-2.5)', 2.5]],
  },
  ROUND: {
    usage: 'ROUND(number, decimals)',
    does: 'Rounded to the nearest, halves away from 0. Without `decimals`, to a whole number.',
    takes: [NUMBER, NUMBER],
    optional: 1,
    type: 'number',
    empty: 'spread',
    run: rounding('half'),
    examples: [
      ['ROUND(1.005, 2)', 1.01],
      ['ROUND(1250, -2)', 1300],
    ],
  },
  CEIL: {
    usage: 'CEIL(number, decimals)',
    does: 'Rounded up.',
    takes: [NUMBER, NUMBER],
    optional: 1,
    type: 'number',
    empty: 'spread',
    run: rounding('up'),
    examples: [['CEIL(1.2)', 2]],
  },
  FLOOR: {
    usage: 'FLOOR(number, decimals)',
    does: 'Rounded down.',
    takes: [NUMBER, NUMBER],
    optional: 1,
    type: 'number',
    empty: 'spread',
    run: rounding('down'),
    examples: [['FLOOR(-1.2)', -2]],
  },
  CONCAT: {
    usage: 'CONCAT(value, …)',
    does: 'All values joined as one text. `&` does the same.',
    takes: [ANY],
    rest: true,
    type: 'text',
    empty: 'kept',
    run: (args) => textual(args.map(asText).join('')),
    examples: [
      ['CONCAT("Unit ", 7)', 'Unit 7'],
      ['"a" & "b"', 'ab'],
    ],
  },
  TEXT: {
    usage: 'TEXT(value)',
    does: 'The value as text: numbers with a decimal point, options and file names separated by commas, rows as their ids.',
    takes: [PRINTED],
    type: 'text',
    empty: 'spread',
    run: ([value]) => textual(asText(value!)),
    examples: [['TEXT(1.50)', '1.5']],
  },
  NUMBER: {
    usage: 'NUMBER(text)',
    does: 'The number that a text stands for, such as `-1234.5`.',
    takes: [TEXT],
    type: 'number',
    empty: 'spread',
    run([value]) {
      const text = (value as string).trim()
      if (!/^-?\d{1,300}(?:\.\d{1,300})?$/.test(text)) return failed('not_a_number')
      return numeric(Number(text) + 0)
    },
    examples: [['NUMBER(" 12.5 ")', 12.5]],
  },
  LEN: {
    usage: 'LEN(text)',
    does: 'The number of characters.',
    takes: [TEXT],
    type: 'number',
    empty: 'spread',
    run: ([text]) => letters(text!).length,
    examples: [['LEN("Zoë")', 3]],
  },
  UPPER: {
    usage: 'UPPER(text)',
    does: 'The text in capitals.',
    takes: [TEXT],
    type: 'text',
    empty: 'spread',
    run: ([text]) => textual((text as string).toUpperCase()),
    examples: [['UPPER("ab")', 'AB']],
  },
  LOWER: {
    usage: 'LOWER(text)',
    does: 'The text in lower case.',
    takes: [TEXT],
    type: 'text',
    empty: 'spread',
    run: ([text]) => textual((text as string).toLowerCase()),
    examples: [['LOWER("AB")', 'ab']],
  },
  TRIM: {
    usage: 'TRIM(text)',
    does: 'The text without white space at its ends.',
    takes: [TEXT],
    type: 'text',
    empty: 'spread',
    run: ([text]) => (text as string).trim(),
    examples: [['TRIM("  a ")', 'a']],
  },
  LEFT: {
    usage: 'LEFT(text, count)',
    does: 'The first characters of the text.',
    takes: [TEXT, NUMBER],
    type: 'text',
    empty: 'spread',
    run: ([text, n]) => letters(text!).slice(0, count(n!)).join(''),
    examples: [['LEFT("Harbor", 3)', 'Har']],
  },
  RIGHT: {
    usage: 'RIGHT(text, count)',
    does: 'The last characters of the text.',
    takes: [TEXT, NUMBER],
    type: 'text',
    empty: 'spread',
    run([text, n]) {
      const all = letters(text!)
      return all.slice(Math.max(0, all.length - count(n!))).join('')
    },
    examples: [['RIGHT("Harbor", 3)', 'bor']],
  },
  REPLACE: {
    usage: 'REPLACE(text, part, by)',
    does: 'The text with every occurrence of the part replaced.',
    takes: [TEXT, TEXT, TEXT],
    type: 'text',
    empty: 'spread',
    run: ([text, part, by]) => replaced(text as string, part as string, by as string),
    examples: [['REPLACE("a-b-c", "-", "/")', 'a/b/c']],
  },
  CONTAINS: {
    usage: 'CONTAINS(text, part)',
    does: 'Whether a text contains the part, or a list has exactly that option. Upper and lower case count as the same.',
    takes: [['text', 'list'], TEXT],
    type: 'checkbox',
    empty: 'spread',
    run([text, part]) {
      const sought = (part as string).toLowerCase()
      return Array.isArray(text)
        ? text.some((item) => asText([item]).toLowerCase() === sought)
        : (text as string).toLowerCase().includes(sought)
    },
    examples: [['CONTAINS("Harbor Line", "line")', true]],
  },
  DATE: {
    usage: 'DATE(year, month, day) or DATE(value)',
    does: 'A date from its parts, or the date of a time (in UTC) or of a text such as `2026-11-20`.',
    takes: [['number', 'text', 'date', 'datetime'], NUMBER, NUMBER],
    optional: 2,
    type: 'date',
    empty: 'spread',
    run: ([first, month, day]) =>
      typeof first === 'number'
        ? dateOf(first, (month ?? 1) as number, (day ?? 1) as number)
        : dayIn(first as string),
    examples: [
      ['DATE(2026, 11, 20)', '2026-11-20'],
      ['DATE("2026-11-20")', '2026-11-20'],
    ],
  },
  DATE_DIFF: {
    usage: 'DATE_DIFF(from, to, unit)',
    does: `Whole units between the two: ${units.join(', ')}.`,
    takes: [DATES, DATES, TEXT],
    type: 'number',
    empty: 'spread',
    run: ([from, to, unit]) => dateDiff(from as string, to as string, unit as string),
    word: { at: 2, of: units },
    examples: [
      ['DATE_DIFF(DATE(2026, 1, 31), DATE(2026, 3, 1), "days")', 29],
      ['DATE_DIFF(DATE(2026, 1, 31), DATE(2026, 2, 28), "months")', 1],
    ],
  },
  DATE_ADD: {
    usage: 'DATE_ADD(date, count, unit)',
    does: 'The date that many whole units later. Minutes and hours work on times only. If the month has no such day, its last day.',
    takes: [DATES, NUMBER, TEXT],
    type: { same: 0 },
    empty: 'spread',
    run: ([date, n, unit]) => dateAdd(date as string, n as number, unit as string),
    word: { at: 2, of: units, ofDates: dayUnits },
    examples: [['DATE_ADD(DATE(2026, 1, 31), 1, "months")', '2026-02-28']],
  },
  YEAR: {
    usage: 'YEAR(date)',
    does: 'The year; of a time, in UTC.',
    takes: [DATES],
    type: 'number',
    empty: 'spread',
    run: ([date]) => utc(date!).getUTCFullYear(),
    examples: [['YEAR(DATE(2026, 11, 20))', 2026]],
  },
  MONTH: {
    usage: 'MONTH(date)',
    does: 'The month, 1 to 12.',
    takes: [DATES],
    type: 'number',
    empty: 'spread',
    run: ([date]) => utc(date!).getUTCMonth() + 1,
    examples: [['MONTH(DATE(2026, 11, 20))', 11]],
  },
  DAY: {
    usage: 'DAY(date)',
    does: 'The day of the month.',
    takes: [DATES],
    type: 'number',
    empty: 'spread',
    run: ([date]) => utc(date!).getUTCDate(),
    examples: [['DAY(DATE(2026, 11, 20))', 20]],
  },
  WEEKDAY: {
    usage: 'WEEKDAY(date)',
    does: 'The day of the week, from 1 for Monday to 7 for Sunday.',
    takes: [DATES],
    type: 'number',
    empty: 'spread',
    run: ([date]) => utc(date!).getUTCDay() || 7,
    examples: [['WEEKDAY(DATE(2026, 11, 20))', 5]],
  },
}
