import { useSyncExternalStore } from 'react'

let reached = true
const listeners = new Set<() => void>()

function note(next: boolean): void {
  if (next === reached) return
  reached = next
  for (const tell of listeners) tell()
}

/** `fetch`, noting whether the service answered. A refusal is an answer too; a cancelled request says nothing. */
export const notingFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    note(true)
    return response
  } catch (error) {
    if ((error as Error).name !== 'AbortError') note(false)
    throw error
  }
}

/** Whether the service answered when it was last asked anything. */
export const useReached = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => reached,
  )
