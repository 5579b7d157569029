/** Follows the pointer until it is let go. */
export function followPointer(
  move: (event: PointerEvent) => void,
  end: (event: PointerEvent) => void,
): void {
  const stop = new AbortController()
  const { signal } = stop
  const finish = (event: PointerEvent) => {
    stop.abort()
    end(event)
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', finish, { signal })
  window.addEventListener('pointercancel', finish, { signal })
}
