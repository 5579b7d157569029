import type { Tx } from '../../../platform/database/tx.ts'

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
