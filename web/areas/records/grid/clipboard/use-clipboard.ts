import { useEffect } from 'react'
import type { Ground } from '../ground.ts'
import { copy, cut } from './copy-actions.ts'
import { paste } from './paste-actions.ts'

/**
 * Copies, cuts and pastes cells while the grid has the focus. If no text is selected, browsers send these events to the
 * document.
 */
export function useClipboard(latest: { current: Ground }): void {
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'copy' | 'cut' | 'paste', act: typeof copy) =>
      document.addEventListener(
        name,
        (event) => {
          const ground = latest.current
          if (document.activeElement !== ground.scroller() || ground.model.editing.get()) return
          act(event, ground)
        },
        { signal: stop.signal },
      )
    on('copy', copy)
    on('cut', cut)
    on('paste', paste)
    return () => stop.abort()
  }, [latest])
}
