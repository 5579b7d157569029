import { Temporal } from 'temporal-polyfill'
import { plainText } from '../../../shared/plain-text.ts'

/** A row as the API returned it. */
export interface AnsweredRow {
  id: string
  position: number
  cells: Record<string, unknown>
  createdAt: string
  createdBy: string
}

export type Filter =
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | { column: string; op: string; value?: unknown }

/** What the model needs to know about the board. */
export interface ModelBoard {
  /** The types of columns, by key. */
  types: Record<string, string>
  /** The labels of the selects' options. */
  labels: string[]
  zone: string
  me: number
  /** The rank of each text in the order for people, by its first 100 characters. */
  ranks: Map<string, number>
}

/** Whether a row passes a filter: the same rules once more, over plain values. */
export function passes(board: ModelBoard, row: AnsweredRow, filter: Filter): boolean {
  if ('and' in filter) return filter.and.every((each) => passes(board, row, each))
  if ('or' in filter) return filter.or.some((each) => passes(board, row, each))
  if ('not' in filter) return !passes(board, row, filter.not)
  const value = cellOf(row, filter.column)
  const { op } = filter
  if (board.types[filter.column] === 'checkbox' && (op === 'eq' || op === 'ne')) {
    // A formula without a result is neither ticked nor unticked.
    return ((row.cells[filter.column] ?? false) === filter.value) === (op === 'eq')
  }
  if (op === 'is_empty') return value === undefined
  if (op === 'is_not_empty') return value !== undefined
  if (op === 'ne') return !holds(board, filter.column, value, 'eq', filter.value)
  return holds(board, filter.column, value, op, filter.value)
}

/** A row's cell; `undefined` if it is empty. */
export function cellOf(row: AnsweredRow, column: string): unknown {
  if (column.startsWith('row.')) {
    return row[column.slice(4) as 'position' | 'createdAt' | 'createdBy']
  }
  const value = row.cells[column]
  // A formula without a result has the reason instead.
  return typeof value === 'object' && 'error' in (value as object) ? undefined : value
}

const fold = (text: string) => text.toLowerCase()

function holds(
  board: ModelBoard,
  column: string,
  value: unknown,
  op: string,
  wanted: unknown,
): boolean {
  if (value === undefined) return false
  const type = board.types[column]!
  const label = (text: string) => board.labels.find((each) => fold(each) === fold(text)) ?? text
  const canonical = (one: unknown): unknown => {
    if (type === 'select' || type === 'multi_select') return label(one as string)
    if (type === 'email') return fold(one as string)
    if (type === 'text' || type === 'long_text') return composed((one as string).trim())
    if (type === 'person') return one === 'me' ? board.me : one
    if (type === 'created_by') return one === 'me' ? `user:${board.me}` : one
    return one
  }
  if (type === 'date' || type === 'datetime' || type === 'created_at') {
    return holdsTime(board, type === 'date', value as string, op, wanted)
  }
  if (Array.isArray(value)) {
    if (op === 'contains') return value.includes(canonical(wanted))
    const items = new Set((wanted as string[]).map(canonical))
    if (op === 'in') return value.some((item) => items.has(item))
    return items.size === value.length && value.every((item) => items.has(item))
  }
  switch (op) {
    case 'eq':
      return composed(value) === canonical(wanted)
    case 'in':
      return (wanted as unknown[]).map(canonical).includes(composed(value))
    case 'contains':
      return plainText(value as string).includes(plainText(wanted as string))
    case 'starts_with':
      return plainText(value as string).startsWith(plainText(wanted as string))
    case 'lt':
      return (value as number) < (wanted as number)
    case 'lte':
      return (value as number) <= (wanted as number)
    case 'gt':
      return (value as number) > (wanted as number)
    case 'gte':
      return (value as number) >= (wanted as number)
    default:
      throw new Error(`the model knows no ${op}`)
  }
}

/** A text with its letters composed; anything else as it is. */
export const composed = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC') : value

// Computes days with Temporal, which the service does not.

function holdsTime(
  { zone }: ModelBoard,
  isDate: boolean,
  value: string,
  op: string,
  wanted: unknown,
): boolean {
  const today = Temporal.Now.plainDateISO(zone)
  const dayOf = (text: string): Temporal.PlainDate | undefined => {
    if (text === 'today') return today
    if (text === 'yesterday') return today.subtract({ days: 1 })
    if (text === 'tomorrow') return today.add({ days: 1 })
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Temporal.PlainDate.from(text) : undefined
  }
  const valueDay = isDate
    ? Temporal.PlainDate.from(value)
    : Temporal.Instant.from(value).toZonedDateTimeISO(zone).toPlainDate()
  /** Whether the value is before (negative), within (0) or after (positive) what a text means. */
  const compared = (text: string): number => {
    const day = dayOf(text)
    if (day) return Temporal.PlainDate.compare(valueDay, day)
    return Temporal.Instant.compare(Temporal.Instant.from(value), Temporal.Instant.from(text))
  }
  switch (op) {
    case 'eq':
      return compared(wanted as string) === 0
    case 'in':
      return (wanted as string[]).some((text) => compared(text) === 0)
    case 'before':
    case 'lt':
      return compared(wanted as string) < 0
    case 'after':
    case 'gt':
      return compared(wanted as string) > 0
    case 'lte':
      return compared(wanted as string) <= 0
    case 'gte':
      return compared(wanted as string) >= 0
  }
  if (typeof wanted === 'object') {
    const { days, from, to } = wanted as { days?: number; from?: string; to?: string }
    if (days !== undefined) {
      const other = today.add({ days: days > 0 ? days - 1 : days + 1 })
      const [first, last] = days > 0 ? [today, other] : [other, today]
      return inDays(valueDay, first, last)
    }
    return (from === undefined || compared(from) >= 0) && (to === undefined || compared(to) <= 0)
  }
  return inDays(valueDay, ...period(wanted as string, today))
}

const inDays = (
  day: Temporal.PlainDate,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): boolean =>
  Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, last) <= 0

function period(word: string, today: Temporal.PlainDate): [Temporal.PlainDate, Temporal.PlainDate] {
  const counted = /^(last|next)_(\d+)_days$/.exec(word)
  if (counted) {
    const days = Number(counted[2]) - 1
    return counted[1] === 'last' ? [today.subtract({ days }), today] : [today, today.add({ days })]
  }
  const [which, unit] = word.split('_') as [string, string]
  const n = which === 'this' ? 0 : which === 'last' ? -1 : 1
  if (unit === 'week') {
    const monday = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: n })
    return [monday, monday.add({ days: 6 })]
  }
  const months = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12
  const first = today
    .with({ day: 1, month: today.month - ((today.month - 1) % months) })
    .add({ months: n * months })
  return [first, first.add({ months }).subtract({ days: 1 })]
}

/** The rows in the order of a sort: empty cells last both ways, then by position. */
export function sorted(board: ModelBoard, rows: AnsweredRow[], sort: string): AnsweredRow[] {
  const keys = sort.split(',').map((part) => ({
    column: part.replace(/^-/, ''),
    way: part.startsWith('-') ? -1 : 1,
  }))
  const weight = (row: AnsweredRow, column: string): number | string | undefined => {
    const value = cellOf(row, column)
    const type = board.types[column]!
    if (type === 'checkbox' && typeof (row.cells[column] ?? false) === 'boolean')
      return value ? 1 : 0
    if (value === undefined || typeof value === 'number') return value
    if (type === 'date' || type === 'datetime' || type === 'created_at') return value as string
    return board.ranks.get(startOf(value as string))!
  }
  return rows.toSorted((a, b) => {
    for (const { column, way } of keys) {
      const [x, y] = [weight(a, column), weight(b, column)]
      if (x === y) continue
      if (x === undefined) return 1
      if (y === undefined) return -1
      return x < y ? -way : way
    }
    return (a.position - b.position) * keys[0]!.way
  })
}

export const startOf = (text: string): string => [...text].slice(0, 100).join('')

/** Whether a search finds the row: in its texts and options, in any case, with or without accents. */
export function found(board: ModelBoard, row: AnsweredRow, search: string): boolean {
  const texts = Object.keys(row.cells).flatMap((column) =>
    ['text', 'long_text', 'email', 'select', 'multi_select'].includes(board.types[column]!)
      ? [cellOf(row, column) ?? []].flat()
      : [],
  )
  return texts.some((text) => plainText(text as string).includes(plainText(search.trim())))
}
