import { useSyncExternalStore } from 'react'

/** A value that parts of the grid follow by themselves, so that a move of the selection draws no row again. */
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

/** What follows from a signal, for those that are drawn anew only when that is another. */
export const useDerived = <T, D extends string | number | boolean>(
  { subscribe, get }: Signal<T>,
  derive: (value: T) => D,
): D => useSyncExternalStore(subscribe, () => derive(get()))
