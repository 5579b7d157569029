import { useEffect } from 'react'
import type { GridHandle } from '../model/handle.ts'
import { rangeOf } from '../selection/selection.rules.ts'
import type { Clip } from './clipboard.rules.ts'
import { copy, cut } from './copy-actions.ts'
import { loadPaste, withPart } from './parts.ts'

/** Marks a button that adds a row: with the focus on it, pasting adds rows too. */
export const addsRows = { 'data-adds-rows': true }

/**
 * Copies, cuts and pastes cells while the grid has the focus. If no text is selected, browsers send these events to the
 * document.
 */
export function useClipboard(latest: { current: GridHandle }): void {
  useEffect(() => {
    const stop = new AbortController()
    const on = (name: 'copy' | 'cut' | 'paste', act: typeof copy) =>
      document.addEventListener(name, (event) => act(event, latest.current), {
        signal: stop.signal,
      })
    const isOnGrid = ({ scroller, model }: GridHandle) =>
      document.activeElement === scroller() && !model.editing.get()
    on('copy', async (event, grid) => {
      if (isOnGrid(grid)) await copy(event, grid)
    })
    on('cut', async (event, grid) => {
      if (isOnGrid(grid)) await cut(event, grid)
    })
    on('paste', async (event, grid) => {
      // An editor may have taken it.
      if (event.defaultPrevented) return
      const isBelow = document.activeElement?.matches('[data-adds-rows]') ?? false
      if (!isBelow && !isOnGrid(grid)) return
      event.preventDefault()
      await pasteInto(grid, clipIn(event.clipboardData), isBelow ? 'below' : 'here')
    })
    return () => stop.abort()
  }, [latest])
}

export function pasteInto(
  grid: GridHandle,
  clip: Clip,
  where: 'here' | 'below' = 'here',
): Promise<void> {
  const { selection, source } = grid.model
  const range = rangeOf(selection.get())
  const focused = document.activeElement
  const place = { range, rowId: source.idAt(range.top), focused, where }
  return withPart(loadPaste, ({ paste }) => paste(grid, clip, place))
}

export const clipIn = (data: DataTransfer | null): Clip => ({
  text: data?.getData('text/plain') ?? '',
  html: data?.getData('text/html') ?? '',
})
