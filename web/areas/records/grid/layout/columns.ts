import { type RefObject, useCallback, useMemo, useState } from 'react'
import type { Person } from '../../../../../shared/policy-part.ts'
import { whyLocked } from '../../cells/access.ts'
import type { Column, ColumnPolicy, Definition, GridState } from '../../list/types.ts'
import { useFollowedView } from './follow-view.ts'
import { columnsInView, type Layout, laidOut } from './laid-out.ts'

/** Lays out the visible columns: their order, widths, and which are frozen. */
export function useLayout(
  { columns }: Definition,
  { order, widths, hidden, frozen }: GridState,
  policies: readonly ColumnPolicy[],
  viewer: Person,
  scroller: RefObject<HTMLElement | null>,
): Layout {
  const room = useRoom(scroller)
  return useMemo(() => {
    const why = (column: Column) => whyLocked(column, policies, viewer)
    return laidOut(columns, { order, widths, hidden, frozen }, why, room)
  }, [columns, order, widths, hidden, frozen, policies, viewer, room])
}

/** The visible width of the grid, such as beside an open record. */
function useRoom(scroller: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(() => window.innerWidth)
  const read = useCallback((element: HTMLElement) => setRoom(element.clientWidth), [])
  useFollowedView(scroller, read)
  return room
}

/** The columns to draw while scrolling sideways; renders only when they change. */
export function useColumnsInView(scroller: RefObject<HTMLElement | null>, layout: Layout) {
  const [view, setView] = useState(() => columnsInView(layout, 0, window.innerWidth))
  const read = useCallback(
    (element: HTMLElement) => {
      const next = columnsInView(layout, element.scrollLeft, element.clientWidth)
      setView((now) => (now.from === next.from && now.to === next.to ? now : next))
    },
    [layout],
  )
  useFollowedView(scroller, read)
  return view
}
