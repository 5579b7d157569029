import { useEffect } from 'react'

/** How long an element that disappears has to pass on the focus itself, as a closing dialog does. */
const PASSING_MS = 50

/**
 * Keeps the focus in place when the focused button disappears after it was used. The nearest remaining element around
 * it gets the focus, so that the next Tab continues from there. A button that was only busy gets it back, and a card that
 * is drawn again in another place gets it there at once: the next key may come right away.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly HTMLElement[] = []
    let isTaken = false
    const remember = ({ target }: Event) => {
      path = focusPath(target)
      isTaken = false
    }
    // A press elsewhere takes the focus away on purpose.
    const forget = () => {
      path = []
    }
    const keep = () => {
      if (isNowhere()) focusNearest(path)
    }
    const watcher = new MutationObserver(() => {
      const [own] = path
      if (own && (!own.isConnected || own.matches(':disabled'))) isTaken = true
      if (isTaken && isNowhere() && !focusDrawnAgain(own)) setTimeout(keep, PASSING_MS)
    })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    watcher.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
      watcher.disconnect()
    }
  }, [])
}

export const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** The focused element and those around it, up to its dialog or the page; only itself outside of both. */
export function focusPath(from: EventTarget | null): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let at = from; at instanceof HTMLElement; at = at.parentElement) {
    path.push(at)
    if (at.matches('main, [role="dialog"]')) return path
  }
  return path.slice(0, 1)
}

/** Whether a card, which has its row's id as `data-card`, is drawn elsewhere now. */
function focusDrawnAgain(card: HTMLElement | undefined): boolean {
  const rowId = card?.dataset.card
  const again =
    rowId && document.querySelector<HTMLElement>(`main [data-card="${CSS.escape(rowId)}"]`)
  if (again) again.focus()
  return Boolean(again)
}

/** Focuses the first element of a path that is still there and visible. */
export function focusNearest([own, ...places]: readonly HTMLElement[]): void {
  if (!own) return
  if (own.isConnected) {
    // While it is busy it cannot have the focus. It may disappear without becoming enabled again.
    if (!own.matches(':disabled')) own.focus()
    return
  }
  const place = places.find((one) => one.isConnected && one.textContent !== '')
  if (!place) return
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
