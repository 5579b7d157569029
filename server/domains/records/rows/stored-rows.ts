import type { Tx } from '../../../platform/database/tx.ts'
import type { NewRow } from './new-rows.rules.ts'
import { advanceCounters, insertRows } from './rows.sql.ts'

export { lineOf, type NewRow, type RowLine } from './new-rows.rules.ts'
export { insertLine, takePositions } from './rows.sql.ts'

/** A line (see `linesOf`) with more rows than this gets its own statement. */
const SMALL = 50

/**
 * Stores rows of many requests and boards in as few statements as possible. The caller holds the counters' locks, and takes
 * care of everything else that follows from new rows.
 */
export function storeRows(tx: Tx, workspaceId: string, rows: readonly NewRow[]): void {
  const lines = linesOf(rows)
  const small = lines.filter(({ length }) => length <= SMALL).flat()
  const large = lines.filter(({ length }) => length > SMALL)
  for (const line of large) insertRows(tx, workspaceId, line)
  if (small.length > 0) insertRows(tx, workspaceId, small)
}

/**
 * Moves the counters past the rows that this transaction writes.
 *
 * @param added how many rows each definition gets
 * @param taken how many positions have been taken for them already
 */
export function settleCounters(
  tx: Tx,
  added: ReadonlyMap<string, number>,
  taken: ReadonlyMap<string, number>,
): void {
  const left = [...new Set([...added.keys(), ...taken.keys()])]
    .map((id) => [id, (added.get(id) ?? 0) - (taken.get(id) ?? 0)] as const)
    .filter(([, count]) => count !== 0)
  if (left.length > 0) advanceCounters(tx, new Map(left))
}

/** Groups rows into lines: neighbours of the same board, creator and batch. */
function linesOf(rows: readonly NewRow[]): NewRow[][] {
  const lines: NewRow[][] = []
  for (const row of rows) {
    const line = lines.at(-1)
    const last = line?.[0]
    const isNext =
      last?.definitionId === row.definitionId &&
      last.createdBy === row.createdBy &&
      last.importRunId === row.importRunId
    if (isNext) line!.push(row)
    else lines.push([row])
  }
  return lines
}
