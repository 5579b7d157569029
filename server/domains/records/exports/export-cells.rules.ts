import { type ColumnType, inputOf, isLink, natureOf } from '../../../../shared/column-types.ts'
import { personNamed } from '../../../platform/actor.ts'
import { registry } from '../cells/registry.ts'
import { clipped } from '../cells/words.ts'
import { wallOf } from '../cells/zones.ts'
import type { Column } from '../definitions/definition.rules.ts'
import { disarmed } from './disarming.rules.ts'

/** What turns stored cells into words: names and titles for ids, the zone for times, the currency for amounts. */
export interface ExportContext {
  /** Names by crmUserId; an email address if several people have the name. */
  people: ReadonlyMap<number, string>
  /** Names of keys, forms and addresses, by how rows name them. */
  senders: ReadonlyMap<string, string>
  /** Titles of linked rows by id. */
  titles: ReadonlyMap<string, string>
  timeZone: string
  currency: string
}

export type SheetCell = string | number | boolean | null

/** A cell as people read it: numbers and booleans as they are, everything else as text. */
export function readCell(value: unknown, type: ColumnType, context: ExportContext) {
  if (typeof value === 'number' && inputOf(type) === 'person') return personOf(value, context)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) {
    const texts = isLink(type) ? value.map((id) => context.titles.get(id) ?? id) : value
    return texts.map(itemText).join(', ')
  }
  const text = itemText(value)
  if (natureOf({ type }) !== 'actor') return text
  const person = personNamed(text)
  return person === undefined ? (context.senders.get(text) ?? text) : personOf(person, context)
}

const personOf = (crmUserId: number, { people }: ExportContext): string =>
  people.get(crmUserId) ?? String(crmUserId)

/** A label, a title, a file by its name, or why a formula has no result. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const { name, error } = item as { name?: string; error?: string }
  return name ?? error ?? ''
}

/** Whether the service writes the text, which can never be a formula. */
const isTime = (type: ColumnType): boolean => ['date', 'datetime'].includes(natureOf({ type }))
/** A phone number with its country code, and its extension if it has one, which cannot run anything. */
const E164 = /^\+\d{5,15}(?:;ext=\d{1,7})?$/

/** The text of a cell in a CSV, made harmless to spreadsheets. */
export function csvField(value: unknown, type: ColumnType, context: ExportContext): string {
  if (value === undefined) return ''
  const read = readCell(value, type, context)
  if (typeof read !== 'string') return String(read)
  const harmless = isTime(type) ? /^\d{4}-\d\d-\d\d/ : inputOf(type) === 'phone' ? E164 : undefined
  return harmless?.test(read) ? read : disarmed(read)
}

const DAY_MS = 86_400_000
/** 1970-01-01. Excel counts days from 1900. */
const EPOCH_DAY = 25_569
/** 1900-03-01. Before it, Excel counts a day that never existed. */
const FIRST_SAFE_DAY = 61

/** The value of a cell in a worksheet, where text stays text, whatever it starts with. */
export function sheetCell(value: unknown, type: ColumnType, context: ExportContext): SheetCell {
  if (value === undefined) return null
  const read = readCell(value, type, context)
  if (typeof read === 'boolean') return read
  if (typeof read === 'number') return registry[type].sheet?.number?.(read) ?? read
  if (isTime(type)) return dayNumber(read, type, context.timeZone) ?? read
  return sheetText(read)
}

/** Excel's times have no zone, so they are in the board's time zone. */
function dayNumber(text: string, type: ColumnType, timeZone: string): number | undefined {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) return undefined
  const day =
    (natureOf({ type }) === 'date' ? instant : wallOf(instant, timeZone)) / DAY_MS + EPOCH_DAY
  return day < FIRST_SAFE_DAY ? undefined : day
}

/** The most UTF-16 units that a cell can hold. */
export const MOST_CELL_CHARS = 32_767

/** The text as the format can hold it: cut if it is too long, and without characters that XML cannot have. */
export const sheetText = (text: string): string =>
  clipped(text, MOST_CELL_CHARS)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** How Excel shows a column's numbers and times; undefined for its general format. */
export const numberFormat = (type: ColumnType, { settings }: Column, currency: string) =>
  registry[type].sheet?.format?.(settings, currency)

const USUAL_WIDTH = 20
/** In characters. */
export const columnWidth = (type: ColumnType): number => registry[type].sheet?.width ?? USUAL_WIDTH
