import type { Tx } from '../../../platform/database/tx.ts'
import type { ChangedCells } from '../rows/row-changes.rules.ts'
import { ROW, type RowRecord } from '../rows/rows.sql.ts'

export interface NamedRow extends RowRecord {
  definition_id: string
  trashed: boolean
}

/** Rows of any definition, including those in the trash. */
export function listNamedRows(tx: Tx, ids: readonly string[]): Promise<NamedRow[]> {
  return tx.run<NamedRow>(
    `SELECT ${ROW}, definition_id, deleted_at IS NOT NULL AS trashed
     FROM rows WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])`,
    [ids],
  )
}

/**
 * Rows by position, including those in the trash. The LIMIT makes the planner read run by run: it estimates a range of
 * positions at a ninth of the board, and would otherwise read the whole board.
 */
export function listRowsInRuns(
  tx: Tx,
  runs: readonly { definitionId: string; first: number; count: number }[],
): Promise<NamedRow[]> {
  return tx.run<NamedRow>(
    `SELECT ${ROW}, definition_id, deleted_at IS NOT NULL AS trashed
     FROM jsonb_to_recordset($1::jsonb) AS run ("definitionId" uuid, first bigint, count bigint)
     CROSS JOIN LATERAL (SELECT * FROM rows
       WHERE workspace_id = current_workspace() AND definition_id = run."definitionId"
         AND position >= run.first AND position < run.first + run.count
       ORDER BY rows.position LIMIT run.count) AS r`,
    [JSON.stringify(runs)],
  )
}

/** Entries of history, by row and id. */
export function listNamedEntries(
  tx: Tx,
  entries: readonly { rowId: string; id: string }[],
): Promise<{ id: string; cells: ChangedCells }[]> {
  return tx.run<{ id: string; cells: ChangedCells }>(
    `SELECT h.id, h.cells FROM jsonb_to_recordset($1::jsonb) AS e ("rowId" uuid, id uuid)
     JOIN row_history h ON h.workspace_id = current_workspace() AND h.row_id = e."rowId" AND h.id = e.id`,
    [JSON.stringify(entries)],
  )
}
