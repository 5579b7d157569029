import type { Cells } from '../types.ts'

/** Cells are plain JSON: alike where their text is. Empty ones are told as `null` or not at all. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The columns whose cells are others now. */
export const changedKeys = (before: Cells, after: Cells): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(before[key], after[key]),
  )
