import type { MouseEvent, PointerEvent } from 'react'
import { beginBlank, beginEdit } from '../actions/edit-actions.ts'
import { openRow, pickRows } from '../actions/row-actions.ts'
import { followPointer } from '../layout/follow-pointer.ts'
import { placeUnder, reveal } from '../layout/place.ts'
import { focus, type GridHandle, select } from '../model/handle.ts'
import { at, type Place } from '../selection/selection.rules.ts'

/** The cell, row or column heading that was pointed at. */
function targetOf(event: MouseEvent): { place: Place; part: 'cell' | 'gutter' | 'header' } | null {
  const element = event.target as Element
  const header = element.closest<HTMLElement>('[data-header]')
  if (header) return { place: { row: 0, column: Number(header.dataset.header) }, part: 'header' }
  const row = element.closest<HTMLElement>('[data-row]')
  if (!row) return null
  const cell = element.closest<HTMLElement>('[data-column]')
  const column = Number(cell?.dataset.column ?? 0)
  return { place: { row: Number(row.dataset.row), column }, part: cell ? 'cell' : 'gutter' }
}

/** Whether the empty part below the rows was pointed at. */
const isBelow = ({ target, button, pointerType }: PointerEvent): boolean =>
  (target as HTMLElement).dataset.below !== undefined && button === 0 && pointerType !== 'touch'

/** Selects by pointing: a cell, a row by its number, a column by its name, extending while the pointer is down. */
export function pointed(event: PointerEvent, grid: () => GridHandle): void {
  const target = targetOf(event)
  const now = grid()
  if (isBelow(event) && beginBlank(now)) event.preventDefault()
  if (!target || event.button !== 0 || isOwn(event)) return
  const { model } = now
  const { rows, columns } = model.bounds.current
  const { place, part } = target
  const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset.act
  if (act) {
    event.preventDefault()
    actOn(now, act, place.row, event.shiftKey)
    return
  }
  // A finger scrolls; a tap selects once it becomes a click.
  if (event.pointerType === 'touch') return
  event.preventDefault()
  focus(now)
  const last = { row: rows - 1, column: columns - 1 }
  const begin = event.shiftKey ? model.selection.get().active : place
  const span = (to: Place) => {
    if (part === 'header') {
      if (rows === 0) return
      model.selection.set({
        active: { row: 0, column: begin.column },
        end: { row: last.row, column: to.column },
      })
    } else if (part === 'gutter') {
      model.selection.set({
        active: { row: begin.row, column: 0 },
        end: { row: to.row, column: last.column },
      })
    } else select(now, { active: begin, end: to }, to)
  }
  span(place)
  if (part === 'header') return
  followPointer(
    (moved) => {
      const { scroller, layout } = grid()
      const to = placeUnder(scroller()!, model, layout, moved)
      span(to)
      reveal(scroller(), model, layout, to)
    },
    () => {},
  )
}

/** A tap selects a cell, and the next one on it edits it. */
export function tapped(event: MouseEvent, grid: GridHandle): void {
  if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch' || isOwn(event)) return
  const target = targetOf(event)
  if (target?.part !== 'cell') return
  const { active } = grid.model.selection.get()
  const again = active.row === target.place.row && active.column === target.place.column
  select(grid, at(target.place.row, target.place.column))
  focus(grid)
  if (again) beginEdit(grid)
}

export function doubled(event: MouseEvent, grid: GridHandle): void {
  if (targetOf(event)?.part === 'cell' && !isOwn(event)) beginEdit(grid)
}

/** Editors and links handle the pointer themselves. */
const isOwn = (event: MouseEvent): boolean =>
  (event.target as Element).closest('input, textarea, a, button, [data-portal]') !== null

function actOn(grid: GridHandle, act: string, row: number, extend: boolean): void {
  const { active } = grid.model.selection.get()
  if (act === 'pick') {
    const from = extend ? active.row : row
    const top = Math.max(0, Math.min(from, row))
    pickRows(grid, { top, bottom: Math.max(from, row), left: 0, right: 0 })
  }
  select(grid, at(row, active.column))
  focus(grid)
  if (act === 'open') openRow(grid)
}
