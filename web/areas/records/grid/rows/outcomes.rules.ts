import { type CellChange, type Conflict, cellName, type Refusal } from './changes.rules.ts'
import type { Names } from './log.rules.ts'

/** What became of the changes of cells that were written. */
export interface Outcome {
  /** The written cells, with the values now stored. */
  changed: (CellChange & { stored: unknown; names?: Names })[]
  coerced: { rowId: string; key: string; sent: string; stored: string }[]
  ignored: { rowId: string; key: string; why: string }[]
  refused: Refusal[]
  /** The cells that somebody else changed too, and that still hold theirs. */
  conflicts: Conflict[]
}

export const nothing = (): Outcome => ({
  changed: [],
  coerced: [],
  ignored: [],
  refused: [],
  conflicts: [],
})

/**
 * What became of each of the writes that went together; `undefined` if one lost a row, which may be the fault of
 * another.
 *
 * @param writes the changes of each.
 */
export function sharesOf(
  outcome: Outcome,
  writes: readonly (readonly CellChange[])[],
): (Outcome | undefined)[] {
  if (writes.length === 1) return [outcome]
  const shares = writes.map(nothing)
  const byCell = new Map(
    writes.flatMap((changes, i) => changes.map((one) => [cellName(one), shares[i]!] as const)),
  )
  const lost = new Set<string | null>()
  for (const one of outcome.changed) byCell.get(cellName(one))?.changed.push(one)
  for (const one of outcome.coerced) byCell.get(cellName(one))?.coerced.push(one)
  for (const one of outcome.ignored) byCell.get(cellName(one))?.ignored.push(one)
  for (const one of outcome.conflicts) byCell.get(cellName(one.change))?.conflicts.push(one)
  for (const one of outcome.refused) {
    const share = byCell.get(cellName(one))
    if (share) share.refused.push(one)
    else lost.add(one.rowId)
  }
  return writes.map((changes, i) =>
    changes.some(({ rowId }) => lost.has(rowId)) ? undefined : shares[i],
  )
}
