import type { CellColumn, CellContext, CellValue } from './column.ts'
import { registry } from './registry.ts'

/** What a column stores as it is sent, in words for someone who writes an integration. */
export function accepts(column: CellColumn, ctx: CellContext): string {
  return registry[column.type].accepts(column, ctx)
}

/** What a column stores after conversion; empty if nothing. */
export function converts(column: CellColumn, ctx: CellContext): string {
  return registry[column.type].converts(column, ctx)
}

/**
 * A value that the column stores as sent; `""`, which leaves the cell empty, where it can store
 * none yet: a select without options, a person where there are no people.
 */
export function example(column: CellColumn, ctx: CellContext): CellValue {
  return registry[column.type].example(column, ctx)
}
