import { useEffect } from 'react'
import { toastFailure } from '../../../../ui/toasts/toasts.tsx'
import type { Ground } from '../ground.ts'
import type { Clip } from './clipboard.rules.ts'
import { copy, cut } from './copy-actions.ts'

/** Marks a button that adds a row: with the focus on it, pasting adds rows too. */
export const addsRows = { 'data-adds-rows': true }

/**
 * Copies, cuts and pastes cells while the grid has the focus. If no text is selected, browsers send these events to the
 * document.
 */
export function useClipboard(latest: { current: Ground }): void {
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'copy' | 'cut' | 'paste', act: typeof copy) =>
      document.addEventListener(name, (event) => act(event, latest.current), {
        signal: stop.signal,
      })
    const isOnGrid = ({ scroller, model }: Ground) =>
      document.activeElement === scroller() && !model.editing.get()
    on('copy', async (event, ground) => {
      if (isOnGrid(ground)) await copy(event, ground)
    })
    on('cut', async (event, ground) => {
      if (isOnGrid(ground)) await cut(event, ground)
    })
    on('paste', async (event, ground) => {
      // An editor may have taken it.
      if (event.defaultPrevented) return
      const isBelow = document.activeElement?.matches('[data-adds-rows]') ?? false
      if (!isBelow && !isOnGrid(ground)) return
      event.preventDefault()
      await pasteInto(ground, clipIn(event.clipboardData), isBelow ? 'below' : 'here')
    })
    return () => stop.abort()
  }, [latest])
}

/** Pasting is loaded when the grid has been shown for a moment, or by the first paste. */
export const loadPaste = () => import('./paste-actions.ts')

export async function pasteInto(
  ground: Ground,
  clip: Clip,
  where: 'here' | 'below' = 'here',
): Promise<void> {
  const loaded = await loadPaste().catch(() => undefined)
  if (loaded) await loaded.paste(ground, clip, where)
  else
    toastFailure(
      new Error('A part of the app could not be loaded. Reload the page and paste again.'),
    )
}

export const clipIn = (data: DataTransfer | null): Clip => ({
  text: data?.getData('text/plain') ?? '',
  html: data?.getData('text/html') ?? '',
})
