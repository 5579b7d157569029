import {
  type CellReason,
  type cellReasons,
  cellRefusal,
} from '../../../../contract/refusals/cell-refusals.ts'
import type { ValuesOf } from '../../../../shared/sentences.ts'
import type { Locale } from '../../../platform/locale.rules.ts'
import type {
  CellColumn,
  CellContext,
  CellValue,
  ColumnSettings,
  ColumnType,
  Conversion,
  FormulaError,
  Unresolved,
} from './column.ts'
import { named } from './words.ts'

/** What a JSON body can hold for a cell, other than `null` and `""`. */
export type Sent = NonNullable<unknown>

/** Everything about one column type; the registry lists them all. */
export type CellType<T extends ColumnType = ColumnType> = {
  /** Never throws, whatever JSON is sent. A stored value converts to itself. */
  convert(column: CellColumn<T>, sent: Sent, ctx: CellContext): Conversion
  /** Whether a number that was sent counts by its value, however it was written. Other types get it as it was written. */
  byValue?: true
  /** Whether invisible characters inside a text belong to it. Other types get texts without them. */
  keepsUnseen?: true
  /** The setting that such a column must have. */
  needs?: 'definitionKey' | 'expression'
  /** The text that a unique column compares; the default is the value itself. */
  unique?(value: CellValue): string
  /** For integrators: what is stored as sent. */
  accepts(column: CellColumn<T>, ctx: CellContext): string
  /** For integrators: what is stored after conversion; empty if nothing is. */
  converts(column: CellColumn<T>, ctx: CellContext): string
  /** A value as people outside read it; the default is its text. */
  inWords?(value: PlainValue, column: CellColumn<T>, reading: Reading): string
  /** How a worksheet shows it, if not as a text of the usual width. */
  sheet?: SheetColumn<T>
  /** How the values of a file are recognised; without it, only its name can tell that a column is of the type. */
  guess?: Guess
  /** A value that is stored as sent; `""` if the column can hold none yet (a select without options). */
  example(column: CellColumn<T>, ctx: CellContext): CellValue
}

/** Any value but that of a formula without a result. */
export type PlainValue = Exclude<CellValue, FormulaError>

/** What turns cells into words for people: names and titles for ids, and the locale. */
export interface Reading {
  /** Names by crmUserId. */
  people: ReadonlyMap<number, string>
  /** Titles of linked rows by id. */
  titles: ReadonlyMap<string, string>
  locale: Locale
}

export interface SheetColumn<T extends ColumnType> {
  /** In characters. */
  width?: number
  /** How Excel shows numbers and times; undefined for its general format. */
  format?(settings: ColumnSettings<T>, currency: string): string | undefined
  /** The number in the worksheet, if it is another one. */
  number?(value: number): number
}

export interface Guess {
  /** What values look like, besides that they convert: almost any digits convert to a number. The default is a short text. */
  looks?(text: string): boolean
  /** The kind, if values tell where they belong: to a column of this kind, if there is only one. */
  kind?: string
  /** Whether a new column can get the type because of its values, if most of them look like it. */
  suggests?(texts: readonly string[]): boolean
}

export const EMPTY: Conversion = Object.freeze({ kind: 'empty' })

export function stored(value: CellValue, coerced: boolean): Conversion {
  return { kind: 'stored', value, coerced }
}

/** @param value what the cell holds already, if anything. */
export function unresolved(names: Unresolved[], value?: CellValue): Conversion {
  return { kind: 'unresolved', names, ...(value !== undefined && { value }) }
}

/** An address with more beside it: the address is stored and the rest left out, unless nothing may get lost. */
export function shortened(address: string, sent: Sent, { keepsAll }: CellContext): Conversion {
  const refusal = cellRefusal('more_than_an_address', { sent: named(sent), address })
  if (keepsAll) return { kind: 'refused', refusal }
  return { kind: 'stored', value: address, coerced: true, shortened: refusal }
}

export function refused<R extends CellReason>(
  reason: R,
  values: ValuesOf<(typeof cellReasons)[R]>,
): Conversion {
  return { kind: 'refused', refusal: cellRefusal(reason, values) }
}
