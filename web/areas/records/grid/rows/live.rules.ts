import type { Cells } from '../../list/types.ts'

/** Cells are plain JSON, so equal text means equal cells. Empty ones are `null` or missing. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The columns whose cells have changed. */
export const changedKeys = (before: Cells, after: Cells): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(before[key], after[key]),
  )
