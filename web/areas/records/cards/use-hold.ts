import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'

/** As long as a phone’s own gesture takes. */
const HOLD_MS = 500
/** A finger that moves farther scrolls. */
const STILL_PX = 10

interface Hold {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
}

/** The handlers of something that a finger can be held on. A held one is not clicked when the finger is lifted. */
export function useHold(onHold: (() => void) | undefined) {
  const hold = useRef<Hold | null>(null)
  const isHeld = useRef(false)
  const end = useCallback(() => {
    clearTimeout(hold.current?.timer)
    hold.current = null
  }, [])
  useEffect(() => end, [end])
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end()
      isHeld.current = false
      if (pointerType === 'mouse') return
      const timer = setTimeout(() => {
        isHeld.current = true
        onHold?.()
      }, HOLD_MS)
      hold.current = { x, y, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = hold.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (isHeld.current) event.stopPropagation()
      isHeld.current = false
    },
    // The phone’s own menu would come over the selection.
    onContextMenu: (event: MouseEvent) => {
      if (hold.current || isHeld.current) event.preventDefault()
    },
  }
}
