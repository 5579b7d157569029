import {
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The item that is dragged, how far, and where it would land. */
interface Dragged {
  from: number
  to: number
  by: number
  /** How much room the others make. */
  height: number
}

/** What makes an item of a list sortable: the properties of the item and of its handle. */
export type Sorted = ReturnType<ReturnType<typeof useSorting>['sortedAt']>

/**
 * Moves the items of a list up and down by their handles, with a mouse, a finger, a pen, or the arrow keys. Dragged items only
 * look moved until they are dropped.
 */
export function useSorting(keys: readonly string[], onMove: (from: number, to: number) => void) {
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

  // A handle that moved with its item lost the focus.
  const held = useRef<string>(undefined)
  useLayoutEffect(() => {
    const key = held.current
    held.current = undefined
    if (key === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key)}"]`)?.focus()
  })
  function press(event: ReactKeyboardEvent, from: number) {
    const last = keys.length - 1
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to > last) return
    held.current = keys[from]
    onMove(from, to)
  }

  const sortedAt = (at: number) => {
    const shift = shiftOf(at)
    return {
      item: {
        'data-dragged': dragged?.from === at || undefined,
        style: shift === 0 ? undefined : { transform: `translateY(${shift}px)` },
      },
      handle: {
        'data-handle': keys[at],
        onPointerDown: (event: ReactPointerEvent) => start(event, at),
        onKeyDown: (event: ReactKeyboardEvent) => press(event, at),
      },
    }
  }
  return { list, isDragging: dragged !== undefined, sortedAt }
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
