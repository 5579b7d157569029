import type { KeyboardEvent } from 'react'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { GridModel, HeldKey } from '../model/model.ts'

/**
 * Takes a key that is pressed while an editor is still being loaded. Letters become the editor's first text.
 * From Enter or Tab on, keys wait, and go wherever they would have gone.
 */
export function typeAhead(
  { editing, held }: Pick<GridModel, 'editing' | 'held'>,
  event: KeyboardEvent,
): void {
  const { key, shiftKey, ctrlKey, metaKey } = event
  const now = editing.get()
  if (!now || ctrlKey || metaKey) return
  const isWaiting = held.current.length > 0
  const isLetter = key.length === 1
  if (!isWaiting && key === 'Escape') editing.set(null)
  if (!isWaiting && !isLetter && key !== 'Enter' && key !== 'Tab') return
  // The editor may take the focus right now, and the browser would then type the letter a second time.
  event.preventDefault()
  if (isWaiting || !isLetter) held.current.push({ key, shiftKey })
  else editing.set({ ...now, typed: (now.typed ?? '') + key, problem: null })
}

/** Passes on the keys that have waited for the editor beside it. */
export function HeldKeys({ held }: Pick<GridModel, 'held'>) {
  // React draws after each key only outside of an effect.
  useEffect(() => queueMicrotask(() => held.current.splice(0).forEach(pressed)), [held])
  return null
}

function pressed({ key, shiftKey }: HeldKey): void {
  const target = document.activeElement
  flushSync(() => {
    if (key.length === 1 && isField(target)) document.execCommand('insertText', false, key)
    else
      target?.dispatchEvent(
        new window.KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
      )
  })
}

const isField = (element: Element | null): boolean =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
