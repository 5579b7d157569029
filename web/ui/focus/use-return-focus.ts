import { useEffect } from 'react'
import { focusNearest, focusPath, isNowhere } from './use-kept-focus.ts'

/**
 * Gives the focus back to what had it, once a dialog that is drawn only while it is open is gone. Of an entry of a
 * menu, which is gone by then, it is the button that opened the menu.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    const path = focusPath(opener(document.activeElement))
    return () => {
      setTimeout(() => {
        if (isNowhere() && !isBehindDialog(path)) focusNearest(path)
      }, 20)
    }
  }, [])
}

/** Whether another dialog has opened over the place that would have the focus. */
const isBehindDialog = (path: readonly HTMLElement[]): boolean =>
  [...document.querySelectorAll('[aria-modal="true"]')].some(
    (dialog) => !path.some((place) => dialog.contains(place)),
  )

function opener(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return button ?? (element instanceof HTMLElement ? element : null)
}
