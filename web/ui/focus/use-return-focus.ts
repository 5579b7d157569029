import { useLayoutEffect } from 'react'
import { focusNearest, focusPath, isNowhere } from './use-kept-focus.ts'

/**
 * Returns the focus when a dialog that is drawn only while it is open closes. If a menu entry had the focus before, it
 * is gone by then, so the button that opened the menu gets the focus.
 */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const path = focusPath(opener(document.activeElement))
    // In the same task as the dialog goes, so that no key falls between.
    return () =>
      queueMicrotask(() => {
        if (isNowhere() && !isBehindDialog(path)) focusNearest(path)
      })
  }, [])
}

/** Whether another dialog has opened over the element that would get the focus. */
const isBehindDialog = (path: readonly HTMLElement[]): boolean =>
  [...document.querySelectorAll('[aria-modal="true"]')].some(
    (dialog) => !path.some((place) => dialog.contains(place)),
  )

function opener(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return button ?? (element instanceof HTMLElement ? element : null)
}
