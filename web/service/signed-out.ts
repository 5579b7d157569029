import { useSyncExternalStore } from 'react'

/** The requests to continue once somebody has signed in again; undefined while the session is valid. */
let waiting: (() => void)[] | undefined
/** When somebody last signed in again, by `performance.now()`. */
let signedInAt = 0
const listeners = new Set<() => void>()
const returning = new Set<() => void>()

function change(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Holds a request that was refused because the session ended until somebody has signed in again, unless they did so
 * since it was sent. Returns false if the desk is not open: the page then leads to the sign-in.
 */
export async function untilSignedIn(sentAt: number): Promise<boolean> {
  if (listeners.size === 0) return false
  if (sentAt < signedInAt) return true
  await new Promise<void>((proceed) => change([...(waiting ?? []), proceed]))
  return true
}

export function signedInAgain(): void {
  const kept = waiting ?? []
  signedInAt = performance.now()
  change(undefined)
  for (const proceed of kept) proceed()
  for (const listener of returning) listener()
}

/** Calls the listener whenever somebody has signed in again, until the returned function is called. */
export function onSignedInAgain(listener: () => void): () => void {
  returning.add(listener)
  return () => {
    returning.delete(listener)
  }
}

/** Whether the session has ended: signed out elsewhere, suspended, or left for too long. */
export const useSignedOut = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== undefined,
  )
