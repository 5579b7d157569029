import type { PointerEvent as ReactPointerEvent } from 'react'
import { followPointer } from './follow-pointer.ts'
import type { GridColumn, Layout } from './laid-out.ts'

/** How far the pointer moves before it drags a column instead of clicking it. */
const SLACK = 6

/**
 * Drags a column to another place. A mark shows where it would go; the grid renders only when it is dropped.
 *
 * @param onMove gets the column and the one it now precedes, or `null` for the end.
 */
export function dragColumn(
  event: ReactPointerEvent<HTMLElement>,
  layout: Layout,
  { key, index }: GridColumn,
  onMove: (key: string, before: string | null) => void,
): void {
  if (event.button !== 0 || event.pointerType === 'touch') return
  const start = event.clientX
  const grid = event.currentTarget.closest<HTMLElement>('[role=grid]')!
  let mark: HTMLElement | null = null
  let before = index

  followPointer(
    (now) => {
      if (!mark && Math.abs(now.clientX - start) < SLACK) return
      mark ??= grid.parentElement!.appendChild(made())
      const box = grid.getBoundingClientRect()
      const x = now.clientX - box.left
      const across = x < layout.frozenWidth ? x : x + grid.scrollLeft
      const over = layout.columns.findIndex(({ left, width }) => across < left + width / 2)
      before = over < 0 ? layout.columns.length : over
      const edge = layout.columns[before]?.left ?? layout.width
      const frozen = before < layout.frozen.length
      mark.style.transform = `translateX(${frozen ? edge : edge - grid.scrollLeft}px)`
    },
    () => {
      if (!mark) return
      mark.remove()
      if (before !== index && before !== index + 1) {
        onMove(key, layout.columns[before]?.key ?? null)
      }
    },
  )
}

function made(): HTMLElement {
  const mark = document.createElement('div')
  mark.dataset.drop = ''
  mark.ariaHidden = 'true'
  return mark
}
