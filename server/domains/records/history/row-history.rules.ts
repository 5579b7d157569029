import type { CellValue } from '../cells/column.ts'
import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import type { ChangedCells } from '../rows/row-changes.rules.ts'

/** A change of a cell, as answers show it; `null` means empty. */
export interface CellChange {
  column: string
  from: unknown
  to: unknown
}

/** The changes that the reader can see, in the order of the columns. */
export function projectChanges(view: DefinitionView, changes: ChangedCells): CellChange[] {
  return view.columns.filter(hasHistory).flatMap((column) => {
    const change = changeOf(column, changes)
    return change ? [{ column: column.key, from: change[0], to: change[1] }] : []
  })
}

/** The result of a formula follows from other cells, so it has no history of its own. */
const hasHistory = ({ type }: Column): boolean => type !== 'formula'

/** What an entry changed in a column, in the slot that it had then. */
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

/** Every slot whose past the reader can see. */
export const visibleSlots = (view: DefinitionView): string[] =>
  view.columns.flatMap(({ slot, pastSlots = [] }) => [slot, ...pastSlots].map(String))

/**
 * The cells that a row was made with: its cells with every change undone. If a column changed its type, the oldest slot
 * that the row has counts: the change of type filled the later ones, without an entry.
 *
 * @param first what each slot held before its first change, `null` for nothing; only slots that ever changed.
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
