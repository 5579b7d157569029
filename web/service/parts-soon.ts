import { useEffect } from 'react'

type Load = () => Promise<unknown>

/**
 * Loads parts that somebody is likely to open, once they have begun to use the page and it has a moment. A page that is
 * only looked at loads none of them.
 *
 * @param loads the same list as long as the page is open.
 */
export function usePartsSoon(loads: readonly Load[]): void {
  useEffect(() => {
    const stop = new AbortController()
    const begin = () => {
      stop.abort()
      whenIdle(() => {
        // A part that is missing is loaded when it is opened, or reported then.
        for (const load of loads) load().catch(() => {})
      })
    }
    for (const sign of ['pointermove', 'pointerdown', 'keydown'] as const) {
      window.addEventListener(sign, begin, { signal: stop.signal, passive: true })
    }
    return () => stop.abort()
  }, [loads])
}

/** Does something once the page has a moment, so that nobody waits for it. Safari has no idle callbacks. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 300)
}
