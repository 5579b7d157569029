import type { Tx } from '../../../platform/database/db.ts'
import { advanceCounters, insertRows, insertRun, type NewRow } from './rows.sql.ts'

export type { NewRow }

/** A line (see `linesOf`) with more rows than this gets its own statement. */
const SMALL = 50

/**
 * Stores rows of many requests and boards in as few statements as possible, and moves the counters past them. The
 * caller holds the counters' locks, and takes care of everything else that follows from new rows.
 *
 * @param added how many rows each definition gets.
 */
export function storeRows(
  tx: Tx,
  workspaceId: string,
  rows: readonly NewRow[],
  added: ReadonlyMap<string, number>,
): void {
  const small: NewRow[] = []
  for (const line of linesOf(rows)) {
    const { definitionId, position, source, createdBy, importRunId } = line[0]!
    if (line.length === rows.length || line.length > SMALL) {
      const shared = { workspaceId, definitionId, source, createdBy, importRunId }
      insertRun(tx, { ...shared, firstPosition: position, rows: line })
    } else small.push(...line)
  }
  if (small.length > 0) insertRows(tx, workspaceId, small)
  advanceCounters(tx, added)
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
