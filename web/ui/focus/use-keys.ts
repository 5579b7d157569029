import { useEffect, useRef } from 'react'
import { pressed } from './keys.rules.ts'

export type Keys = Record<string, () => void>

/** How long after the first of two keys the second still counts. */
const PAIR_MS = 1_500

/** The keys of the parts that are shown; those of the last one count first. */
const shown: { current: Keys }[] = []
let begun: { key: string; at: number } | null = null

/** Where letters are typed or mean something else. */
const OWN =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="grid"], [role="menu"], [role="listbox"], [role="dialog"]'

function onKeyDown(event: KeyboardEvent): void {
  const { key, target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (key.length !== 1 || (target instanceof Element && target.closest(OWN))) return
  const first = begun && event.timeStamp - begun.at < PAIR_MS ? begun.key : null
  const known = shown.flatMap(({ current }) => Object.keys(current))
  const found = pressed(known, first, key.toLowerCase())
  begun = found.begun === null ? null : { key: found.begun, at: event.timeStamp }
  if (found.run === null) return
  event.preventDefault()
  shown.findLast(({ current }) => found.run! in current)?.current[found.run]?.()
}

/** Single keys, such as `j`, and pairs, such as `g t`, which work while a part is shown and nothing is typed into. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (shown.length === 0) document.addEventListener('keydown', onKeyDown)
    shown.push(latest)
    return () => {
      shown.splice(shown.indexOf(latest), 1)
      if (shown.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

const STEP = '[data-step]'

/** `j` and `k` move the focus down and up a list, whose links have `data-step`. */
export function useListKeys(): void {
  const step = (by: 1 | -1) => () => {
    const links = [...document.querySelectorAll<HTMLElement>(STEP)]
    const active = document.activeElement
    const row = active?.closest('tr, li') ?? null
    const at = links.findIndex((link) => link === active || (row?.contains(link) ?? false))
    const next = at < 0 ? (by > 0 ? links[0] : links.at(-1)) : links[at + by]
    next?.focus()
  }
  useKeys({ j: step(1), k: step(-1) })
}
