import { useSyncExternalStore } from 'react'
import { loadReasons } from './failures/reasons.ts'

let reached = true
const listeners = new Set<() => void>()

function note(next: boolean): void {
  if (next === reached) return
  reached = next
  for (const listener of listeners) listener()
}

/** Whether an answer comes from a proxy that does not reach the service. */
export const isGateway = (status: number): boolean => status === 502 || status === 504

/** Notes whether the service answered. A refusal is an answer too; a cancelled request says nothing. */
export const noting =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    try {
      const response = await ask(input, init)
      note(!isGateway(response.status))
      if (!response.ok) await loadReasons()
      return response
    } catch (error) {
      if ((error as Error).name !== 'AbortError') note(false)
      throw error
    }
  }

export const notingFetch = noting((input, init) => fetch(input, init))

/** Whether the service answered when it was last asked anything. */
export const isReached = (): boolean => reached

/** Calls the listener whenever that changes, until the returned function is called. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useReached = (): boolean => useSyncExternalStore(onReach, isReached)

/** Resolves once the service answers. */
export const untilReached = (): Promise<void> =>
  new Promise((proceed) => {
    if (reached) return proceed()
    const stop = onReach(() => {
      if (!reached) return
      stop()
      proceed()
    })
  })
