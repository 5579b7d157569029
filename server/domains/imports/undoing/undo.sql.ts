import type { Tx } from '../../../platform/database/tx.ts'
import type { Stamp } from '../../records/trash/money-rows.ts'

/** The rows that an undo of a run removes, by position, and whether somebody changed them since. */
export function listRemovable(
  tx: Tx,
  definitionId: string,
  { runId, from, to }: Stamp,
  moneyRows: readonly string[],
  limit: number,
): Promise<{ id: string; editedSince: boolean }[]> {
  return tx.run(
    `SELECT r.id, r.version > 1 AND EXISTS (SELECT FROM row_history h
         WHERE h.workspace_id = current_workspace() AND h.row_id = r.id AND h.action NOT IN ('deleted', 'restored')
           AND h.run_id IS DISTINCT FROM $2) AS "editedSince"
     FROM rows r WHERE r.workspace_id = current_workspace() AND r.definition_id = $1
       AND r.import_run_id = $2 AND r.deleted_at IS NULL AND r.position BETWEEN $3 AND $4
       AND r.id NOT IN (SELECT unnest($5::uuid[])) ORDER BY r.position LIMIT $6`,
    [definitionId, runId, from, to, moneyRows, limit],
  )
}

/** Of the rows that an undo of a run removes, counts those that somebody changed since. */
export async function countEdited(
  tx: Tx,
  definitionId: string,
  { runId, from, to }: Stamp,
  moneyRows: readonly string[],
): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    `SELECT count(*) AS count FROM rows r
     WHERE r.workspace_id = current_workspace() AND r.definition_id = $1
       AND r.import_run_id = $2 AND r.deleted_at IS NULL AND r.position BETWEEN $3 AND $4
       AND r.version > 1 AND EXISTS (SELECT FROM row_history h
         WHERE h.workspace_id = current_workspace() AND h.row_id = r.id AND h.action NOT IN ('deleted', 'restored')
           AND h.run_id IS DISTINCT FROM $2) AND r.id NOT IN (SELECT unnest($5::uuid[]))`,
    [definitionId, runId, from, to, moneyRows],
  )
  return row!.count
}

export function markUndone(
  tx: Tx,
  id: string,
  undo: { by: number; removed: number; kept: number },
): void {
  tx.queue(
    `UPDATE import_runs SET undone_at = (SELECT clock_timestamp()), undone_by = $2, undone_count = $3, kept_count = $4
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, undo.by, undo.removed, undo.kept],
  )
}

export function markRedone(tx: Tx, id: string): void {
  tx.queue(
    `UPDATE import_runs SET undone_at = NULL, undone_by = NULL, undone_count = NULL, kept_count = NULL
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
}
