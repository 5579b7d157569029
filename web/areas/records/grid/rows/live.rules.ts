import type { Cells } from '../../list/types.ts'

/** Cells are plain JSON, so equal text means equal cells. Empty ones are `null` or missing. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The columns whose cells have changed. */
export const changedKeys = (before: Cells, after: Cells): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(before[key], after[key]),
  )

/** The cells that have changed. */
export const changed = (before: Cells, now: Cells): Cells =>
  Object.fromEntries(changedKeys(before, now).map((key) => [key, now[key] ?? null]))

/** What follows from something that never changes, worked out once. */
export function remembered<K extends object, V>(find: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, V>()
  return (from) => {
    const found = known.get(from) ?? find(from)
    known.set(from, found)
    return found
  }
}
