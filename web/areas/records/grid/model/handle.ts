import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import type { TextContext } from '../../cells/cell-text.rules.ts'
import type { Definition, GridState } from '../../list/types.ts'
import type { GridColumn, Layout } from '../layout/laid-out.ts'
import { reveal } from '../layout/place.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import { type Range, rangeOf, type Selection } from '../selection/selection.rules.ts'
import type { GridModel } from './model.ts'

/** What the grid's actions work with: the model, and the last render. */
export interface GridHandle {
  model: GridModel
  layout: Layout
  definition: Definition
  context: TextContext
  mayEdit: boolean
  mayAddColumns: boolean
  /** `null` once the grid is gone, while answers to its requests are still to come. */
  scroller: () => HTMLElement | null
  onOpenRow: (rowId: string) => void
  /** Says what was done, and how it is undone here. */
  reportDone: (done: string, undo: () => void) => void
}

/** The same, with what somebody can change about the view. */
export interface Desk extends GridHandle {
  state: GridState
  onState: (change: Partial<GridState>) => void
}

/** How many rows can be changed together: as many as are kept here. */
const MOST_ROWS = 20_000

export function select(grid: GridHandle, selection: Selection, at = selection.active): void {
  grid.model.selection.set(selection)
  // The message about the previous cell is outdated.
  grid.model.edits.message.set('')
  reveal(grid.scroller(), grid.model, grid.layout, at)
  // A blank new row disappears when it is left.
  const { source } = grid.model
  source.news.dropBlank(source.idAt(selection.active.row))
}

export const focus = (grid: GridHandle): void => grid.scroller()?.focus({ preventScroll: true })

/** The selection without the header and without unsaved rows. */
export function selectedRange({ model, layout }: GridHandle): Range | null {
  const range = rangeOf(model.selection.get())
  const top = Math.max(0, range.top)
  const bottom = Math.min(range.bottom, model.source.total - 1)
  const right = Math.min(range.right, layout.columns.length - 1)
  return top > bottom || range.left > right ? null : { top, bottom, left: range.left, right }
}

/** Loads all rows of a range; if that fails, shows why and returns false. */
export async function loaded(grid: GridHandle, { top, bottom }: Range): Promise<boolean> {
  const { source, edits } = grid.model
  const count = bottom - top + 1
  if (count > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString()
    toastFailure(new Error(`Select at most ${most} rows to change them together.`))
    return false
  }
  try {
    await source.ensure(top, bottom + 1, (done) =>
      edits.progress.set({ label: 'Loading rows', done, of: count }),
    )
    return true
  } catch (error) {
    toastFailure(error)
    return false
  } finally {
    edits.progress.set(null)
  }
}

/** The change of a cell; `null` if the row is not known or the column is locked. */
export function changeAt(
  { model }: GridHandle,
  row: number,
  { key, locked }: GridColumn,
  to: unknown,
): CellChange | null {
  const known = model.source.rowAt(row)
  if (!known || locked !== null) return null
  return { rowId: known.id, key, from: known.cells[key] ?? null, to }
}

export const isThere = <T>(one: T | null | undefined): one is T => one !== null && one !== undefined
