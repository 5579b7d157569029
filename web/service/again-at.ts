import { useEffect, useEffectEvent } from 'react'
import { waitMs } from './again-at.rules.ts'

/**
 * Asks again at a time, however far it is, and also if the computer slept meanwhile. Goes on until the answer names
 * another time.
 *
 * @param at none while nothing is expected.
 */
export function useAgainAt(at: string | null | undefined, ask: () => unknown): void {
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!at) return
    const atMs = Date.parse(at)
    let asked = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (Date.now() >= atMs) {
        asked++
        askNow()
      }
      timer = setTimeout(look, waitMs(atMs, Date.now(), asked))
    }
    const wake = () => {
      if (!document.hidden && asked === 0) look()
    }
    timer = setTimeout(look, waitMs(atMs, Date.now(), asked))
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [at])
}
