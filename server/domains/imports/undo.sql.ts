import type { Tx } from '../../platform/database/db.ts'
import type { Stamp } from '../records/trash/money-rows.ts'

/** A run's rows outside the trash that an undo keeps: those with posted money ($2), then those it did not stamp. */
const KEPT = `(
  SELECT r.id, r.source, r.created_by, r.import_run_id, true AS has_money, -1 AS block, r.position AS n
  FROM rows r WHERE r.workspace_id = current_workspace() AND r.id = ANY ($2::uuid[]) AND r.deleted_at IS NULL
  UNION ALL
  SELECT r.id, r.source, r.created_by, r.import_run_id, false, b.block, o.n
  FROM import_results b, unnest(b.others) WITH ORDINALITY AS o (id, n)
  JOIN rows r ON r.workspace_id = current_workspace() AND r.id = o.id
  WHERE b.workspace_id = current_workspace() AND b.run_id = $1 AND r.deleted_at IS NULL) AS kept`

export async function listKept(
  tx: Tx,
  runId: string,
  moneyRows: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(`SELECT id FROM ${KEPT} ORDER BY block, n LIMIT $3`, [
    runId,
    moneyRows,
    limit,
  ])
  return rows.map(({ id }) => id)
}

export async function countKept(
  tx: Tx,
  runId: string,
  moneyRows: readonly string[],
): Promise<number> {
  const [row] = await tx.run<{ count: number }>(`SELECT count(*) AS count FROM ${KEPT}`, [
    runId,
    moneyRows,
  ])
  return row!.count
}

export interface KeptRow {
  id: string
  source: 'api' | 'page' | 'import' | 'manual'
  createdBy: string
  importRunId: string | null
  hasMoney: boolean
}

/** As `listKept`, with the reason why each row stays. */
export function listKeptRows(
  tx: Tx,
  runId: string,
  moneyRows: readonly string[],
  limit: number,
): Promise<KeptRow[]> {
  return tx.run(
    `SELECT id, source, created_by AS "createdBy", import_run_id AS "importRunId", has_money AS "hasMoney"
     FROM ${KEPT} ORDER BY block, n LIMIT $3`,
    [runId, moneyRows, limit],
  )
}

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
    `UPDATE import_runs SET undone_at = clock_timestamp(), undone_by = $2, undone_count = $3, kept_count = $4
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
