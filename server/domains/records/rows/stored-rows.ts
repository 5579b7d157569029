import type { Tx } from '../../../platform/database/db.ts'
import { advanceCounters, insertRows, insertRun, type NewRow } from './rows.sql.ts'

export type { NewRow }

/** A line with more rows than this has a statement of its own. */
const SMALL = 50

/**
 * Stores rows of many requests and boards, each table in as few statements as it takes, and moves the counters past
 * them. The counters are locked, and the caller sees to all that follows from new rows.
 */
export function storeRows(
  tx: Tx,
  workspaceId: string,
  rows: readonly NewRow[],
  counters: Parameters<typeof advanceCounters>[1],
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
  advanceCounters(tx, counters)
}

/** The rows in lines: those of one board, maker and batch that follow one another. */
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
