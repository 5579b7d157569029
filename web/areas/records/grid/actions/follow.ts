import { toastKept } from '../../../../ui/toasts/toasts.tsx'
import type { GridModel } from '../model/model.ts'
import { at, confined, HEADER } from '../selection/selection.rules.ts'

/**
 * Keeps the selection on its rows while rows come and go, and within the remaining ones.
 *
 * @returns a function that ends it.
 */
export function follow(model: GridModel): () => void {
  const stops = [
    model.selection.subscribe(() => {
      model.anchor.current = model.source.idAt(model.selection.get().active.row)
    }),
    model.source.changed.subscribe(() => shift(model)),
    model.source.news.rows.subscribe(() => shift(model)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function shift(model: GridModel): void {
  const { source, selection, bounds, anchor, editing, typing, edits } = model
  const edited = editing.get()
  if (edited && source.placeOf(edited.rowId) === undefined) {
    editing.set(null)
    if (typing.current) showLost(takeKeys(typing.current))
    else {
      takeKeys('')
      edits.message.set('The row you edited is no longer in this list.')
    }
  }
  const now = selection.get()
  const rows = source.count
  // The first rows have arrived: the selection moves from the header to them.
  if (now.active.row === HEADER && rows > 0 && bounds.current.rows === 0) {
    selection.set(at(0, now.active.column))
    return
  }
  const place = anchor.current === null ? undefined : source.placeOf(anchor.current)
  const by = place === undefined ? 0 : place - now.active.row
  const moved = {
    active: { ...now.active, row: now.active.row + by },
    end: { ...now.end, row: now.end.row + by },
  }
  const columns = Math.max(1, bounds.current.columns)
  const inside = confined(moved, { ...bounds.current, rows, columns })
  if (inside.active.row !== now.active.row || inside.end.row !== now.end.row) {
    selection.set(inside)
  }
  anchor.current ??= source.idAt(selection.get().active.row)
}

function showLost(lost: { text: string }): void {
  toastKept(`Someone deleted this row while you were typing “${lost.text}”.`, {
    label: 'Copy your text',
    act: () => void navigator.clipboard?.writeText(lost.text),
  })
}

/**
 * Takes the keys of somebody who goes on typing although their editor is gone: no shortcut of the page and no other cell may get
 * them. It ends once they do something else.
 *
 * @returns what they have typed in all.
 */
function takeKeys(text: string): { text: string } {
  const lost = { text }
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    if (document.activeElement?.matches('input, textarea, [contenteditable]')) return end()
    if (ctrlKey || metaKey || key === 'Shift') return
    const isTyping = key.length === 1 || key === 'Backspace'
    if (!isTyping) end()
    if (!isTyping && key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (isTyping) lost.text = key === 'Backspace' ? lost.text.slice(0, -1) : lost.text + key
  }
  const end = () => {
    document.removeEventListener('keydown', onKey, { capture: true })
    document.removeEventListener('pointerdown', end, { capture: true })
  }
  document.addEventListener('keydown', onKey, { capture: true })
  document.addEventListener('pointerdown', end, { capture: true })
  return lost
}
