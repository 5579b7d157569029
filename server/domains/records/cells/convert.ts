import { EMPTY } from './cell-type.ts'
import type { CellColumn, CellContext, CellValue, Conversion } from './column.ts'
import { registry } from './registry.ts'

export { receiptText } from './words.ts'

/**
 * What becomes of a value sent for a column: stored, empty (`null`, `""`, white space only) or
 * refused, with a text that says what was wrong and what to send. Never throws, whatever JSON is
 * sent; throws RangeError on a context whose region or time zone does not exist. Converting what
 * was stored stores the same. Bounds and length are checked; `required` and `unique` are not.
 */
export function convertCell(column: CellColumn, sent: unknown, ctx: CellContext): Conversion {
  if (sent === null || sent === undefined || sent === '') return EMPTY
  return registry[column.type].convert(column, sent, ctx)
}

/**
 * The text by which a unique column tells stored values apart: text exactly (in composed
 * characters), numbers by value, options in any case, lists of options in any order, web
 * addresses as browsers read them.
 */
export function canonicalText(column: CellColumn, value: CellValue): string {
  const { unique } = registry[column.type]
  return unique ? unique(value) : String(value)
}
