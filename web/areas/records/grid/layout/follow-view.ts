import { type RefObject, useEffect } from 'react'

/** Reads a scroller now, and again before the next frame whenever it is scrolled or resized. */
export function useFollowedView(
  scroller: RefObject<HTMLElement | null>,
  read: (element: HTMLElement) => void,
): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    const readNow = () => {
      frame = 0
      read(element)
    }
    const readSoon = () => {
      frame ||= requestAnimationFrame(readNow)
    }
    readNow()
    element.addEventListener('scroll', readSoon, { passive: true })
    const resized = new ResizeObserver(readSoon)
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', readSoon)
      resized.disconnect()
    }
  }, [scroller, read])
}
