import { inputOf, isLink } from '../../../../shared/column-types.ts'
import type { CellValue, Unresolved } from '../cells/column.ts'
import type { Column, StoredCells } from '../definitions/definition.rules.ts'

// A sender that reads nothing may name rows and people that there are none of. What they sent is kept in the row itself, beside
// the cell: so it is deleted, restored, put into history and backed up with it.

/** The member of stored cells with the names in a cell that lead nowhere yet. */
export const besideSlot = (slot: number | string): string => `${slot}?`

/** Whether cells of the column name rows or people. */
export const namesOthers = ({ type }: Pick<Column, 'type'>): boolean =>
  isLink(type) || inputOf(type) === 'person'

/** The names in a cell that lead nowhere yet. */
export const unresolvedIn = (cells: StoredCells, { slot }: Pick<Column, 'slot'>): Unresolved[] =>
  (cells[besideSlot(slot)] as unknown as Unresolved[] | undefined) ?? []

/** Names as they are stored. They are no value of a cell, and only this file reads them. */
export const keptNames = (names: readonly Unresolved[]) => names as unknown as CellValue

/** The names that lead nowhere yet, by the keys of columns; undefined if there are none. */
export function unresolvedOut(
  columns: readonly Column[],
  cells: StoredCells,
): Record<string, Unresolved[]> | undefined {
  const found = columns.filter(namesOthers).flatMap((column) => {
    const names = unresolvedIn(cells, column)
    return names.length > 0 ? [[column.key, names] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** What a cell holds once more of its names lead somewhere. */
export function joined(before: CellValue | undefined, found: CellValue): CellValue {
  if (!Array.isArray(before) || !Array.isArray(found)) return found
  return [...new Set([...(before as string[]), ...(found as string[])])]
}
