import { useSyncExternalStore } from 'react'
import { loadReasons } from './ui/failures/reasons.ts'

let reached = true
const listeners = new Set<() => void>()

function note(next: boolean): void {
  if (next === reached) return
  reached = next
  for (const listener of listeners) listener()
}

/** `fetch`, noting whether the service answered. A refusal is an answer too; a cancelled request says nothing. */
export const notingFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    note(true)
    if (!response.ok) await loadReasons()
    return response
  } catch (error) {
    if ((error as Error).name !== 'AbortError') note(false)
    throw error
  }
}

/** Whether the service answered when it was last asked anything. */
export const useReached = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => reached,
  )
