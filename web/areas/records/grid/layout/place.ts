import type { Lines } from '../rows/groups.rules.ts'
import type { Bounds, Place } from '../selection/selection.rules.ts'
import type { Layout } from './laid-out.ts'
import { ROW_HEIGHT, rowsInView, topToShow } from './rows-in-view.rules.ts'

/** What of a grid's state says where things are drawn. */
interface Drawn {
  lines: { current: Lines }
  bounds: { current: Bounds }
}

const HEADER_HEIGHT = 36
const FOOTER_HEIGHT = 32

/** The part of the scroller that shows rows. */
export const viewOf = (scroller: HTMLElement) => ({
  top: scroller.scrollTop,
  height: Math.max(ROW_HEIGHT, scroller.clientHeight - HEADER_HEIGHT - FOOTER_HEIGHT),
})

/** Scrolls just far enough to show a cell. */
export function reveal(
  scroller: HTMLElement | null,
  { lines, bounds }: Drawn,
  layout: Layout,
  { row, column }: Place,
): void {
  if (!scroller) return
  if (row >= 0 && row < bounds.current.rows) {
    const { lineOf, count } = lines.current
    const top = topToShow(lineOf(row), count, viewOf(scroller))
    if (top !== null) scroller.scrollTop = top
  }
  const shown = layout.columns[column]
  if (!shown || shown.frozen) return
  const start = shown.left - layout.frozenWidth
  const room = scroller.clientWidth - layout.frozenWidth
  if (start < scroller.scrollLeft) scroller.scrollLeft = start
  else if (start + shown.width > scroller.scrollLeft + room) {
    scroller.scrollLeft = Math.min(start, start + shown.width - room)
  }
}

/** The cell under a point of the window, or the nearest one. */
export function placeUnder(
  scroller: HTMLElement,
  { lines, bounds }: Drawn,
  layout: Layout,
  { clientX, clientY }: { clientX: number; clientY: number },
): Place {
  const box = scroller.getBoundingClientRect()
  const view = viewOf(scroller)
  const { count, at } = lines.current
  const { shift } = rowsInView(count, view)
  const inside = Math.max(0, Math.min(clientY - box.top - HEADER_HEIGHT, view.height - 1))
  const line = Math.floor((inside + view.top - shift) / ROW_HEIGHT)
  const found = at(Math.max(0, Math.min(line, count - 1)))
  const x = clientX - box.left
  const across = x < layout.frozenWidth ? x : x + scroller.scrollLeft
  const column = layout.columns.findIndex(({ left, width }) => across < left + width)
  return {
    row: found.kind === 'row' ? Math.min(found.row, bounds.current.rows - 1) : 0,
    column: column < 0 ? layout.columns.length - 1 : column,
  }
}

/** Moves what is shown below a cell to the left or above it if it would reach beyond the grid or under its totals. */
export function movedIntoView(element: HTMLElement | null): void {
  const grid = element?.closest('[role="grid"]')?.getBoundingClientRect()
  if (!element || !grid) return
  const { right, bottom } = element.getBoundingClientRect()
  if (right > grid.right) element.style.marginLeft = `${grid.right - right}px`
  if (bottom > grid.bottom - FOOTER_HEIGHT) {
    Object.assign(element.style, { position: 'absolute', top: 'auto', bottom: '100%' })
  }
}
