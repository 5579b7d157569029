import {
  type CellReason,
  type cellReasons,
  cellRefusal,
} from '../../../../contract/refusals/cell-refusals.ts'
import type { ValuesOf } from '../../../../shared/sentences.ts'
import type {
  CellColumn,
  CellContext,
  CellValue,
  ColumnSettings,
  Conversion,
  Unresolved,
} from './column.ts'
import { named } from './words.ts'

/** What a JSON body can hold for a cell, other than `null` and `""`. */
export type Sent = NonNullable<unknown>

/** Everything about one column type; the registry lists them all. */
export type CellType = {
  /** Never throws, whatever JSON is sent. A stored value converts to itself. */
  convert(column: CellColumn, sent: Sent, ctx: CellContext): Conversion
  /** Whether a number that was sent counts by its value, however it was written. Other types get it as it was written. */
  byValue?: true
  /** Whether invisible characters inside a text belong to it. Other types get texts without them. */
  keepsUnseen?: true
  /** The settings that such a column can have. */
  settings: readonly (keyof ColumnSettings)[]
  /** The one of them that it must have. */
  needs?: 'definitionKey' | 'expression'
  /** The text that a unique column compares; the default is the value itself. */
  unique?(value: CellValue): string
  /** For integrators: what is stored as sent. */
  accepts(column: CellColumn, ctx: CellContext): string
  /** For integrators: what is stored after conversion; empty if nothing is. */
  converts(column: CellColumn, ctx: CellContext): string
  /** A value that is stored as sent; `""` if the column can hold none yet (a select without options). */
  example(column: CellColumn, ctx: CellContext): CellValue
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
