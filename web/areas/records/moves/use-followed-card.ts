import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives a moved card the focus in its new place, also if it was moved from a menu, which has gone with the card.
 *
 * @param within the element with the cards, which have their row's id as `data-card`.
 */
export function useFollowedCard(within: RefObject<HTMLElement | null>) {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return
    within.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(last.current)}"]`)?.focus()
  })
  return {
    follow: (rowId: string): void => {
      last.current = rowId
    },
    /** Somebody points elsewhere. */
    forget: (): void => {
      last.current = null
    },
  }
}
