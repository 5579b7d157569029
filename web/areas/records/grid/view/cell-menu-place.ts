import { type GridHandle, select } from '../model/handle.ts'
import { at, rangeOf } from '../selection/selection.rules.ts'

/** Where somebody asked for a menu: the element, and the point of the window. */
export interface MenuAsked {
  element: Element
  x: number
  y: number
}

/** Where the menu of a cell opens, in the window. */
export interface MenuPlace {
  x: number
  y: number
  row: number
  column: number
}

/** The place of a cell's menu: where the pointer is, or below the active cell for a key. Selects the cell. */
export function menuPlace({ element, x, y }: MenuAsked, grid: GridHandle): MenuPlace | null {
  const scroller = grid.scroller()!
  const active = document.getElementById(scroller.getAttribute('aria-activedescendant') ?? '')
  const cell = element === scroller ? active : element.closest<HTMLElement>('[data-column]')
  const line = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !line) return null
  const place = { row: Number(line.dataset.row), column: Number(cell.dataset.column) }
  const range = rangeOf(grid.model.selection.get())
  const isSelected =
    place.row >= range.top &&
    place.row <= range.bottom &&
    place.column >= range.left &&
    place.column <= range.right
  if (!isSelected) select(grid, at(place.row, place.column))
  const { left, bottom } = cell.getBoundingClientRect()
  return element === scroller ? { ...place, x: left, y: bottom } : { ...place, x, y }
}
