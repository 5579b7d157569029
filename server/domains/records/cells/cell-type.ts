import {
  type CellReason,
  type CellValues,
  cellRefusal,
} from '../../../../contract/cell-refusals.ts'
import type { CellColumn, CellContext, CellValue, ColumnSettings, Conversion } from './column.ts'

/** What a JSON body can hold where a cell is expected, `null` and `""` aside. */
export type Sent = NonNullable<unknown>

/** All there is to know of a column type; the registry names one for each. */
export type CellType = {
  /** Never throws, whatever JSON is sent. What it stores, it would store again unchanged. */
  convert(column: CellColumn, sent: Sent, ctx: CellContext): Conversion
  /** The settings such a column may have. */
  settings: readonly (keyof ColumnSettings)[]
  /** The text by which a unique column tells values apart; without it the value itself. */
  unique?(value: CellValue): string
  /** For integrators: what is stored as sent. */
  accepts(column: CellColumn, ctx: CellContext): string
  /** For integrators: what is stored after conversion; empty if nothing is. */
  converts(column: CellColumn, ctx: CellContext): string
  /** A value stored as sent; `""` where the column can hold none yet (a select without options). */
  example(column: CellColumn, ctx: CellContext): CellValue
}

export const EMPTY: Conversion = Object.freeze({ kind: 'empty' })

export function stored(value: CellValue, coerced: boolean): Conversion {
  return { kind: 'stored', value, coerced }
}

export function refused<R extends CellReason>(reason: R, values: CellValues<R>): Conversion {
  return { kind: 'refused', refusal: cellRefusal(reason, values) }
}
