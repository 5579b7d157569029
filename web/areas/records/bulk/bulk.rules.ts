import { holdsFiles, isComputed } from '../../../../shared/column-types.ts'
import type { Cells, Column, Definition, GridState } from '../list/types.ts'

/** How many rows can be exported by naming each; their numbers are part of a URL. */
export const MOST_NAMED = 1_000
/** How many values a comparison can have. */
const MOST_VALUES = 500

/** The columns that can be set to one value in many rows. A file belongs to one row. */
export const settable = ({ columns }: Definition, locked: ReadonlySet<string>): Column[] =>
  columns.filter(
    ({ key, type, unique, readOnly }) =>
      !isComputed(type) && !holdsFiles(type) && !unique && !readOnly && !locked.has(key),
  )

/** The cells of a copy: what people may write, without values that no second row may have. */
export function copyOf(cells: Cells, columns: readonly Column[], locked: ReadonlySet<string>) {
  const copied: Cells = {}
  for (const { key, type, unique } of columns) {
    const value = cells[key]
    if (value === null || value === undefined) continue
    if (isComputed(type) || unique || locked.has(key)) continue
    copied[key] = holdsFiles(type) ? (value as { id: string }[]).map(({ id }) => id) : value
  }
  return copied
}

/** A filter for the rows at these positions. */
export function positionFilter(positions: readonly number[]): NonNullable<GridState['filter']> {
  const of = []
  for (let at = 0; at < positions.length; at += MOST_VALUES) {
    const value = positions.slice(at, at + MOST_VALUES)
    of.push({ column: 'row.position', op: 'in', value })
  }
  return of.length === 1 ? of[0]! : { or: of }
}

export const rowsInWords = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString()} rows`
