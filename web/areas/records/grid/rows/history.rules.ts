import type { CellChange } from './changes.rules.ts'
import { isSame } from './live.rules.ts'

/** Something done here that can be undone. */
export interface Deed {
  label: string
  /** Cells with what they held before and hold now. */
  cells: readonly { rowId: string; key: string; before: unknown; after: unknown }[]
  added: readonly string[]
  removed: readonly string[]
}

export interface History {
  done: readonly Deed[]
  undone: readonly Deed[]
}

const MOST_DEEDS = 100
export const noHistory: History = { done: [], undone: [] }

export const isNothing = ({ cells, added, removed }: Deed): boolean =>
  cells.length + added.length + removed.length === 0

/** After something new is done, earlier undone actions cannot be redone. */
export const withDeed = ({ done }: History, deed: Deed): History => ({
  done: [...done, deed].slice(-MOST_DEEDS),
  undone: [],
})

export const withUndone = ({ done, undone }: History): History => ({
  done: done.slice(0, -1),
  undone: done.length > 0 ? [...undone, done.at(-1)!] : undone,
})

export const withRedone = ({ done, undone }: History): History => ({
  done: undone.length > 0 ? [...done, undone.at(-1)!] : done,
  undone: undone.slice(0, -1),
})

/** The action that undoes an action. */
export const inverse = ({ label, cells, added, removed }: Deed): Deed => ({
  label,
  cells: cells.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before })),
  added: removed,
  removed: added,
})

/**
 * The cell changes of an action. Cells that others have changed since are left as they are.
 *
 * @param now a cell's current value, `undefined` if the row is not known here.
 */
export function changesOf(
  { cells }: Deed,
  now: (rowId: string, key: string) => { value: unknown } | undefined,
): { changes: CellChange[]; passed: number } {
  const changes: CellChange[] = []
  for (const { rowId, key, before, after } of cells) {
    const known = now(rowId, key)
    if (known && !isSame(known.value, before)) continue
    changes.push({ rowId, key, from: before, to: after ?? null })
  }
  return { changes, passed: cells.length - changes.length }
}
