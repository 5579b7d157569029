import { type RefObject, useCallback, useState } from 'react'
import { useFollowedView } from './follow-view.ts'
import { viewOf } from './place.ts'
import { MOST_UNSCALED_ROWS, ROW_HEIGHT, type Scroll } from './rows-in-view.rules.ts'

/**
 * The grid's scroll position in whole rows, since smaller steps change nothing. If there are so many rows that they
 * share pixels, every pixel counts.
 */
export function useScroll(
  scroller: RefObject<HTMLElement | null>,
  lines: { current: { count: number } },
): Scroll {
  const [scroll, setScroll] = useState<Scroll>({ top: 0, height: 600 })
  const read = useCallback(
    (element: HTMLElement) => {
      const { top: exact, height } = viewOf(element)
      const whole = lines.current.count <= MOST_UNSCALED_ROWS
      const view = { top: whole ? exact - (exact % ROW_HEIGHT) : exact, height }
      setScroll((before) =>
        before.top === view.top && before.height === view.height ? before : view,
      )
    },
    [lines],
  )
  useFollowedView(scroller, read)
  return scroll
}
