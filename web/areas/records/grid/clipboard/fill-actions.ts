import { write } from '../actions/edit-actions.ts'
import { followPointer } from '../layout/follow-pointer.ts'
import { placeUnder, reveal } from '../layout/place.ts'
import { changeAt, focus, type GridHandle, loaded, selectedRange } from '../model/handle.ts'
import type { CellChange } from '../rows/changes.rules.ts'
import type { Range } from '../selection/selection.rules.ts'
import { continued } from './fill.rules.ts'

/** Ctrl+D and Ctrl+R: the first row or column of the selection fills the rest. */
export async function fillSelected(grid: GridHandle, way: 'down' | 'right'): Promise<void> {
  const range = selectedRange(grid)
  if (!range) return
  const given = way === 'down' ? { ...range, bottom: range.top } : { ...range, right: range.left }
  await fill(grid, given, range, false)
}

/** Drags the fill handle: the selection continues down, up or sideways, in steps if it has them. */
export function drawFill(grid: () => GridHandle): void {
  const given = selectedRange(grid())
  if (!given) return
  followPointer(
    (now) => {
      const { model, layout, scroller } = grid()
      const element = scroller()!
      const place = placeUnder(element, model, layout, now)
      model.filling.set(stretched(given, place))
      reveal(element, model, layout, place)
    },
    async () => {
      const { model } = grid()
      const goal = model.filling.get()
      model.filling.set(null)
      focus(grid())
      if (!goal) return
      model.selection.set({
        active: { row: goal.top, column: goal.left },
        end: { row: goal.bottom, column: goal.right },
      })
      await fill(grid(), given, goal, true)
    },
  )
}

/** A range extended to a place, in the direction in which that place is farther away. */
function stretched(
  { top, bottom, left, right }: Range,
  { row, column }: { row: number; column: number },
): Range {
  const down = Math.max(row - bottom, top - row, 0)
  const across = Math.max(column - right, left - column, 0)
  if (down >= across) {
    return { left, right, top: Math.min(top, row), bottom: Math.max(bottom, row) }
  }
  return { top, bottom, left: Math.min(left, column), right: Math.max(right, column) }
}

async function fill(grid: GridHandle, given: Range, goal: Range, series: boolean): Promise<void> {
  if (!grid.mayEdit || !(await loaded(grid, goal))) return
  const { model, layout } = grid
  const changes: CellChange[] = []
  const valueAt = (row: number, column: number) =>
    model.source.rowAt(row)?.cells[layout.columns[column]!.key] ?? null
  const put = (row: number, column: number, value: unknown) => {
    const change = changeAt(grid, row, layout.columns[column]!, value ?? null)
    if (change) changes.push(change)
  }
  const next = (values: unknown[], count: number, back: boolean) =>
    series ? continued(values, count, back) : Array.from({ length: count }, () => values[0])
  for (let column = given.left; column <= given.right; column++) {
    const values = []
    for (let row = given.top; row <= given.bottom; row++) values.push(valueAt(row, column))
    next(values, goal.bottom - given.bottom, false).forEach((value, i) => {
      put(given.bottom + 1 + i, column, value)
    })
    next(values, given.top - goal.top, true).forEach((value, i) => {
      put(given.top - 1 - i, column, value)
    })
  }
  for (let row = given.top; row <= given.bottom; row++) {
    const values = []
    for (let column = given.left; column <= given.right; column++) values.push(valueAt(row, column))
    next(values, goal.right - given.right, false).forEach((value, i) => {
      put(row, given.right + 1 + i, value)
    })
    next(values, given.left - goal.left, true).forEach((value, i) => {
      put(row, given.left - 1 - i, value)
    })
  }
  await write(grid, 'Fill cells', changes)
}
