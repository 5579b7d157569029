import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

/** The item that is dragged, how far, and where it would land. */
interface Dragged {
  from: number
  to: number
  by: number
  /** How much room the others make. */
  height: number
}

/**
 * Drags the items of a list up and down by their handles, with a mouse, a finger or a pen. The items only look moved
 * until they are dropped.
 */
export function useSorting(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<Dragged>()
  const latest = useRef(onMove)
  latest.current = onMove
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  function start(event: ReactPointerEvent, from: number) {
    if (event.button !== 0 || !list.current) return
    const boxes = [...list.current.children].map((item) => item.getBoundingClientRect())
    const own = boxes[from]!
    const { clientY } = event
    const item = list.current.children[from]
    const topOf = () => list.current?.getBoundingClientRect().top ?? 0
    const top = topOf()
    let now: Dragged = { from, to: from, by: 0, height: own.height }
    const move = ({ clientY: y }: PointerEvent) => {
      // The page may have been scrolled since.
      const by = y - clientY + top - topOf()
      now = { ...now, by, to: placeOf(boxes, from, by) }
      setDragged(now)
      item?.scrollIntoView({ block: 'nearest' })
    }
    const end = ({ type }: Event) => {
      stop.current?.()
      if (type === 'pointerup' && now.to !== from) latest.current(from, now.to)
    }
    const cancel = (key: KeyboardEvent) => {
      if (key.key === 'Escape') end(key)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', cancel)
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', cancel)
      setDragged(undefined)
    }
  }

  /** How far an item looks moved, in pixels. */
  const shiftOf = (index: number): number => {
    if (!dragged) return 0
    const { from, to, by, height } = dragged
    if (index === from) return by
    if (index > from && index <= to) return -height
    return index < from && index >= to ? height : 0
  }
  return { list, start, dragged: dragged?.from, shiftOf }
}

/** The place whose middle the dragged item has passed. */
function placeOf(boxes: readonly DOMRect[], from: number, by: number): number {
  const own = boxes[from]!
  const middle = own.top + own.height / 2 + by
  if (by > 0) {
    return boxes.findLastIndex(
      (box, index) => index >= from && middle + own.height / 2 > box.top + box.height / 2,
    )
  }
  const at = boxes.findIndex((box) => middle - own.height / 2 < box.top + box.height / 2)
  return Math.min(at < 0 ? from : at, from)
}
