import {
  type ColumnType,
  type Input,
  inputOf,
  isDated,
  signOf,
} from '../../../../shared/column-types.ts'

// The thread that reads a workbook loads this, so it imports nothing that takes long to load.

/**
 * A value of a file. A CSV has only text; a workbook also has numbers, booleans, what its sheet shows otherwise than it is
 * kept, the errors of formulas, such as `#REF!`, and formulas without a value.
 */
export type FileValue =
  | string
  | number
  | boolean
  | ShownValue
  | { error: string }
  /** The name of the cell. */
  | { formula: string }

/** A number, a fraction in percent, or a text (mostly an ISO date), and what the sheet shows. */
export type ShownValue =
  | { number: number; shown: string }
  | { text: string; shown: string }
  /** Workbooks that an older version stored do not say what the sheet shows. */
  | { percent: number; shown?: string }

/** One row of a file, and where it begins: its line, or its row in the sheet. */
export interface FileRecord {
  line: number
  values: FileValue[]
}

type PlainValue = Exclude<FileValue, ShownValue>

/** A value as it is in its file: dates as ISO dates, percentages with all their decimals. */
export function writtenText(value: FileValue): string {
  if (typeof value !== 'object') return String(value)
  if ('error' in value) return value.error
  if ('formula' in value) return ''
  if ('percent' in value) return `${value.percent}%`
  if ('text' in value) return value.text
  // A cell can show nothing but a dash for 0.
  return /[\p{L}\p{N}]/u.test(value.shown) ? value.shown : String(value.number)
}

/** A value as the sheet shows it. */
export const shownText = (value: FileValue): string =>
  typeof value === 'object' && 'shown' in value && value.shown !== undefined
    ? value.shown
    : writtenText(value)

/** Whether cells hold what a sheet computes with. In all others, people want to see what they saw in the sheet. */
const computes: Record<Input, boolean> = {
  number: true,
  tick: true,
  day: true,
  time: true,
  line: false,
  lines: false,
  option: false,
  options: false,
  email: false,
  phone: false,
  url: false,
  person: false,
  rows: false,
  files: false,
  none: false,
}

/** What a value of a sheet is in a column of a type. */
export function valueFor(type: ColumnType, value: FileValue): PlainValue {
  if (typeof value !== 'object' || 'error' in value || 'formula' in value) return value
  const input = inputOf(type)
  if (!computes[input]) {
    const shown = shownText(value)
    // A comma would make several values of `1,042`.
    const isSeveral = input === 'rows' || input === 'options'
    return isSeveral && 'number' in value && shown.includes(',') ? value.number : shown
  }
  if ('text' in value) return value.text
  if ('percent' in value) {
    return signOf(type) === '%' ? value.percent : Number((value.percent / 100).toPrecision(15))
  }
  const isDuration = /\d:\d/.test(value.shown)
  return isDuration && isDated(type) ? value.shown : value.number
}

/** A value as a text that a column of a type reads as the same value again. */
export function textFor(type: ColumnType | undefined, value: FileValue): string {
  return writtenText(type === undefined ? value : valueFor(type, value))
}

/** Whether a row has a value at a place or right of it. */
export function isFilled(values: readonly FileValue[], from: number): boolean {
  for (let at = from; at < values.length; at++)
    if (writtenText(values[at]!).trim() !== '') return true
  return false
}

/** How large a row is, with its empty values, since they take up memory too. */
export function charsOf({ values }: FileRecord): number {
  let chars = 8 * values.length
  for (const value of values) {
    if (typeof value === 'string') chars += value.length
    else if (typeof value === 'object') chars += shownText(value).length
  }
  return chars
}

/** A row of a workbook as it is stored: its number and its values. */
export const jsonLine = ({ line, values }: FileRecord): string =>
  `${JSON.stringify([line, ...values])}\n`
