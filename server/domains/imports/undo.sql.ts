import type { Tx } from '../../platform/db.ts'

/** Of the ids that a run wrote without stamping them, those that stand, in order. */
export async function listKept(tx: Tx, runId: string, limit: number): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    `SELECT r.id FROM import_results b, unnest(b.others) WITH ORDINALITY AS o (id, n)
     JOIN rows r ON r.workspace_id = current_workspace() AND r.id = o.id
     WHERE b.workspace_id = current_workspace() AND b.run_id = $1 AND r.deleted_at IS NULL
     ORDER BY b.block, o.n LIMIT $2`,
    [runId, limit],
  )
  return rows.map(({ id }) => id)
}

export async function countKept(tx: Tx, runId: string): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    `SELECT count(*) AS count FROM import_results b, unnest(b.others) AS o (id)
     JOIN rows r ON r.workspace_id = current_workspace() AND r.id = o.id
     WHERE b.workspace_id = current_workspace() AND b.run_id = $1 AND r.deleted_at IS NULL`,
    [runId],
  )
  return row!.count
}

export interface KeptRow {
  id: string
  source: 'api' | 'page' | 'import' | 'manual'
  createdBy: string
  importRunId: string | null
}

/** As `listKept`, with what tells why they stay. */
export function listKeptRows(tx: Tx, runId: string, limit: number): Promise<KeptRow[]> {
  return tx.run(
    `SELECT r.id, r.source, r.created_by AS "createdBy", r.import_run_id AS "importRunId"
     FROM import_results b, unnest(b.others) WITH ORDINALITY AS o (id, n)
     JOIN rows r ON r.workspace_id = current_workspace() AND r.id = o.id
     WHERE b.workspace_id = current_workspace() AND b.run_id = $1 AND r.deleted_at IS NULL
     ORDER BY b.block, o.n LIMIT $2`,
    [runId, limit],
  )
}

/** The standing rows that bear a run's stamp, in the order of their positions, and whether somebody changed them since. */
export function listRemovable(
  tx: Tx,
  definitionId: string,
  run: { id: string; from: number; to: number },
  limit: number,
): Promise<{ id: string; editedSince: boolean }[]> {
  return tx.run(
    `SELECT r.id, r.version > 1 AND EXISTS (SELECT FROM row_history h
         WHERE h.workspace_id = current_workspace() AND h.row_id = r.id AND h.action NOT IN ('deleted', 'restored')
           AND h.run_id IS DISTINCT FROM $2) AS "editedSince"
     FROM rows r WHERE r.workspace_id = current_workspace() AND r.definition_id = $1
       AND r.import_run_id = $2 AND r.deleted_at IS NULL AND r.position BETWEEN $3 AND $4
     ORDER BY r.position LIMIT $5`,
    [definitionId, run.id, run.from, run.to, limit],
  )
}

/** Of the rows that bear a run's stamp between two positions: how many somebody changed since. */
export async function countEdited(
  tx: Tx,
  definitionId: string,
  run: { id: string; from: number; to: number },
): Promise<number> {
  const [row] = await tx.run<{ count: number }>(
    `SELECT count(*) AS count FROM rows r
     WHERE r.workspace_id = current_workspace() AND r.definition_id = $1
       AND r.import_run_id = $2 AND r.deleted_at IS NULL AND r.position BETWEEN $3 AND $4
       AND r.version > 1 AND EXISTS (SELECT FROM row_history h
         WHERE h.workspace_id = current_workspace() AND h.row_id = r.id AND h.action NOT IN ('deleted', 'restored')
           AND h.run_id IS DISTINCT FROM $2)`,
    [definitionId, run.id, run.from, run.to],
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
