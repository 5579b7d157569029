import type { CellValue } from '../cells/column.ts'
import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import type { ChangedCells } from '../rows/row-changes.rules.ts'

/** A change of a cell as it is answered; `null` for an empty one. */
export interface CellChange {
  column: string
  from: unknown
  to: unknown
}

/** The changes that the reader may see, in the order of the columns. */
export function projectChanges(view: DefinitionView, changes: ChangedCells): CellChange[] {
  return view.columns.filter(hasHistory).flatMap((column) => {
    const change = changeOf(column, changes)
    return change ? [{ column: column.key, from: change[0], to: change[1] }] : []
  })
}

/** The result of a formula follows from the other cells: it is no change of its own. */
const hasHistory = ({ type }: Column): boolean => type !== 'formula'

/** What an entry says of a column, in whichever slot it had then. */
export function changeOf(
  column: Column,
  changes: ChangedCells,
): readonly [from: unknown, to: unknown] | undefined {
  for (const slot of [column.slot, ...(column.pastSlots ?? [])]) {
    const change = changes[slot]
    if (change) return change
  }
  return undefined
}

/** Every slot whose past the reader may see. */
export const visibleSlots = (view: DefinitionView): string[] =>
  view.columns.flatMap(({ slot, pastSlots = [] }) => [slot, ...pastSlots].map(String))

/**
 * What a row was made with: its cells with every change taken back. Of a column that changed its type, the oldest slot
 * that the row knows counts: the later ones were filled by the change of type, which is no entry of the row.
 *
 * @param first what each slot that ever changed held before its first change, `null` for nothing.
 */
export function firstCells(
  view: DefinitionView,
  cells: StoredCells,
  first: Record<string, unknown>,
): StoredCells {
  const made: StoredCells = {}
  for (const column of view.columns.filter(hasHistory)) {
    const slots = [...(column.pastSlots ?? []), column.slot]
    const known = slots.find((slot) => slot in first || slot in cells)
    if (known === undefined) continue
    const value = known in first ? first[known] : cells[known]
    if (value !== null) made[column.slot] = value as CellValue
  }
  return made
}
