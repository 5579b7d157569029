import type { CellColumn, CellContext, CellValue } from './column.ts'
import { registry } from './registry.ts'

/** Describes what a column stores as sent, for integrators. */
export function accepts(column: CellColumn, ctx: CellContext): string {
  return registry[column.type].accepts(column, ctx)
}

/** Describes what a column stores after conversion; empty if nothing. */
export function converts(column: CellColumn, ctx: CellContext): string {
  return registry[column.type].converts(column, ctx)
}

/**
 * A value that the column stores as sent; `""`, which leaves the cell empty, if it can store none
 * yet: a select without options, or a person column when there are no people.
 */
export function example(column: CellColumn, ctx: CellContext): CellValue {
  return registry[column.type].example(column, ctx)
}
