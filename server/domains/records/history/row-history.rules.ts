import { isFormula } from '../../../../shared/column-types.ts'
import type { CellValue, Unresolved } from '../cells/column.ts'
import type { Column, DefinitionView, StoredCells } from '../definitions/definition.rules.ts'
import type { ChangedCells } from '../rows/row-changes.rules.ts'
import { besideSlot, namesOthers } from '../rows/unresolved.rules.ts'

/** A change of a cell, as answers show it; `null` means empty. */
export interface CellChange {
  column: string
  from: unknown
  to: unknown
  /** The names in the cell that led nowhere, if they changed. */
  unresolved?: { from: Unresolved[]; to: Unresolved[] }
}

/** The changes that the reader can see, in the order of the columns. */
export function projectChanges(view: DefinitionView, changes: ChangedCells): CellChange[] {
  return view.columns.filter(hasHistory).flatMap((column) => {
    const change = changeIn(column, changes)
    const names = namesOthers(column) ? changes[besideSlot(column.slot)] : undefined
    if (!change && !names) return []
    const [from, to] = change ?? [null, null]
    const [before, after] = (names ?? []) as (Unresolved[] | null)[]
    const unresolved = names && { from: before ?? [], to: after ?? [] }
    return [{ column: column.key, from, to, ...(unresolved && { unresolved }) }]
  })
}

/** The result of a formula follows from other cells, so it has no history of its own. */
const hasHistory = ({ type }: Column): boolean => !isFormula(type)

/** What an entry changed in a column, in the slot that it had then. */
export function changeIn(
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
  view.columns.flatMap((column) => {
    const { slot, pastSlots = [] } = column
    const beside = namesOthers(column) ? [besideSlot(slot)] : []
    return [...[slot, ...pastSlots].map(String), ...beside]
  })

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
    take(slots, column.slot)
    const beside = besideSlot(column.slot)
    if (namesOthers(column)) take([beside], beside)
  }
  return made

  function take(slots: readonly (number | string)[], as: number | string): void {
    const known = slots.find((slot) => slot in first || slot in cells)
    if (known === undefined) return
    const value = known in first ? first[known] : cells[known]
    if (value !== null) made[as] = value as CellValue
  }
}
