import { useSyncExternalStore } from 'react'
import { codeOf } from './api.ts'

let reached = true
const listeners = new Set<() => void>()

/** Notes whether the service answered; a refusal is an answer too. */
export function noteAnswer(error?: unknown): void {
  const next = codeOf(error) !== 'unreachable'
  if (next === reached) return
  reached = next
  for (const tell of listeners) tell()
}

/** Whether the service answered when it was last asked something. */
export const useReached = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => reached,
  )
