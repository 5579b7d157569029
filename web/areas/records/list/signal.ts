import { useSyncExternalStore } from 'react'

/** A value that parts of the grid follow by themselves, so that moving the selection does not render any row. */
export interface Signal<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
}

export function signal<T>(value: T): Signal<T> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const useSignal = <T>({ subscribe, get }: Signal<T>): T =>
  useSyncExternalStore(subscribe, get)

/** A value derived from a signal, for parts that render only when it changes. */
export const useDerived = <T, D extends string | number | boolean>(
  { subscribe, get }: Signal<T>,
  derive: (value: T) => D,
): D => useSyncExternalStore(subscribe, () => derive(get()))
