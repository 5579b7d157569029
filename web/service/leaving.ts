import { useSyncExternalStore } from 'react'

let isLeaving = false
const listeners = new Set<() => void>()

/**
 * Loads another page after the session has ended or changed. The shown page belongs to the session before, so it goes at
 * once: it would ask the service again, and be refused.
 */
export function leaveFor(to: string): void {
  isLeaving = true
  for (const listener of listeners) listener()
  // The browser's back button may bring this page back as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.assign(to)
}

/** Whether another page is being loaded because the session has ended or changed. */
export const useLeaving = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLeaving,
  )
