import { type RefObject, useEffect, useMemo, useState } from 'react'
import { type Viewer, whyLocked } from '../cells/access.rules.ts'
import type { Column, ColumnPolicy, Definition, GridState } from '../types.ts'
import { columnsInView, type Layout, laidOut } from './columns.rules.ts'

/** Lays out the columns that are shown: their order, widths, and which of them stay. */
export function useLayout(
  { columns }: Definition,
  { order, widths, hidden, frozen }: GridState,
  policies: readonly ColumnPolicy[],
  viewer: Viewer,
): Layout {
  return useMemo(() => {
    const byId = new Map(policies.map((policy) => [policy.columnId, policy]))
    const why = (column: Column) => whyLocked(column, byId.get(column.id), viewer)
    return laidOut(columns, { order, widths, hidden, frozen }, why, window.innerWidth)
  }, [columns, order, widths, hidden, frozen, policies, viewer])
}

/** Which columns are drawn, as somebody scrolls sideways; drawn anew only when that changes. */
export function useColumnsInView(scroller: RefObject<HTMLElement | null>, layout: Layout) {
  const [view, setView] = useState(() => columnsInView(layout, 0, window.innerWidth))
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    const read = () => {
      frame = 0
      const next = columnsInView(layout, element.scrollLeft, element.clientWidth)
      setView((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(read)
    }
    read()
    element.addEventListener('scroll', soon, { passive: true })
    const resized = new ResizeObserver(soon)
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
      resized.disconnect()
    }
  }, [scroller, layout])
  return view
}
