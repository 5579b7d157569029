import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { toastFailure } from '../../../ui/toasts/toasts.tsx'
import { shownFor } from '../grid/actions/edit-actions.ts'
import { removeRows } from '../grid/actions/row-actions.ts'
import { focus, type GridHandle, isThere, loaded } from '../grid/model/handle.ts'
import type { CellChange } from '../grid/rows/changes.rules.ts'
import type { Column, Row } from '../list/types.ts'
import { copyOf, rowsInWords } from './bulk.rules.ts'

export const lockedIn = ({ layout }: GridHandle): Set<string> =>
  new Set(layout.columns.flatMap(({ key, locked }) => (locked === null ? [] : [key])))

/** The selected rows in the list's order; none if they cannot be loaded. */
export async function selectedRows(grid: GridHandle): Promise<Row[]> {
  const { source, picked } = grid.model
  const known = () =>
    [...picked.get()]
      .flatMap((id) => source.placeOf(id) ?? [])
      .sort((a, b) => a - b)
      .map((place) => source.rowAt(place))
      .filter(isThere)
  if (known().length === picked.get().size) return known()
  await source.counted()
  const all = { top: 0, bottom: source.total - 1, left: 0, right: 0 }
  return (await loaded(grid, all)) ? known() : []
}

/**
 * Writes one value into a column of all selected rows, which is undone as one act. Rows that refuse it stay selected,
 * alone, and the first reason is shown. Rows that somebody else changed too are asked about.
 */
export async function setColumn(
  grid: GridHandle,
  { key, name }: Column,
  to: unknown,
): Promise<void> {
  const { model } = grid
  const changes = (await selectedRows(grid)).map(
    (row): CellChange => ({ rowId: row.id, key, from: row.cells[key] ?? null, to }),
  )
  if (changes.length === 0) return
  const label = `Set ${name}`
  const changing = model.edits.change(label, changes, (change) => shownFor(grid, change))
  const undo = model.edits.undoOfLast()
  const { changed, refused, conflicts } = await changing
  const [first] = refused
  if (!first) {
    const set = changes.length - conflicts.length
    if (set > 0) grid.reportDone(`${name} set in ${rowsInWords(set)}.`, undo)
    return
  }
  model.picked.set(new Set(refused.map(({ rowId }) => rowId).filter(isThere)))
  toastFailure(
    new Error(
      `${rowsInWords(changed.length)} changed, ${refused.length.toLocaleString()} refused: ${valueWords(first)} The refused rows stay selected.`,
    ),
  )
}

/** Adds a copy of each selected row at the end. */
export async function duplicateRows(grid: GridHandle): Promise<void> {
  const { model, definition } = grid
  const locked = lockedIn(grid)
  const copies = (await selectedRows(grid))
    .map(({ cells }) => copyOf(cells, definition.columns, locked))
    .filter((cells) => Object.keys(cells).length > 0)
  if (copies.length === 0) return
  const adding = model.edits.add('Duplicate', copies)
  const undo = model.edits.undoOfLast()
  const { rows, refused } = await adding
  const [first] = refused
  if (first) {
    toastFailure(new Error(`${rowsInWords(rows.length)} added. ${valueWords(first)}`))
  } else {
    grid.reportDone(`${rowsInWords(rows.length)} added at the end.`, undo)
  }
  clearSelected(grid)
}

/** The button that is pressed disappears, so the focus goes back to the grid. */
export function clearSelected(grid: GridHandle): void {
  grid.model.picked.set(new Set())
  focus(grid)
}

export async function deleteSelected(grid: GridHandle): Promise<void> {
  await removeRows(grid)
  focus(grid)
}
