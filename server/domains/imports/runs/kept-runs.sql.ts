import type { Query, Tx } from '../../../platform/database/tx.ts'
import type { BatchRun, LiveCountChange } from '../../records/rows/runs.ts'

/** `insertBatchResults` writes what they wrote, if that is more than what they made. */
export function insertBatchRuns(tx: Tx, runs: readonly BatchRun[]): void {
  tx.queue(...(runs.length === 1 ? oneRun(runs[0]!) : manyRuns(runs)))
}

const oneRun = (run: BatchRun): Query => [
  `INSERT INTO import_runs (workspace_id, id, definition_id, created_by, finished_at, status, total, imported, failed,
     result_count, standing, first_position, last_position)
   VALUES (current_workspace(), $1, $2, $3, now(), 'completed', $4::bigint, $4::bigint, 0,
     $5::integer + $6::integer, $5::integer, $7::bigint, $7::bigint + $5::integer - 1)`,
  [run.id, run.definitionId, run.createdBy, run.total, run.made, updatedBy(run), run.firstPosition],
]

const manyRuns = (runs: readonly BatchRun[]): Query => [
  `INSERT INTO import_runs (workspace_id, id, definition_id, created_by, finished_at, status, total, imported, failed,
     result_count, standing, first_position, last_position)
   SELECT current_workspace(), id, "definitionId", "createdBy", now(), 'completed', total, total, 0,
     made + updated, made, "firstPosition", "firstPosition" + made - 1
   FROM jsonb_to_recordset($1::jsonb) AS b (id uuid, "definitionId" uuid, "createdBy" text, total bigint,
     made integer, updated integer, "firstPosition" bigint) RETURNING 1`,
  [JSON.stringify(runs.map((run) => ({ ...run, updated: updatedBy(run) })))],
]

const updatedBy = ({ wrote }: BatchRun): number => wrote?.updated.length ?? 0

/** The ids of the rows of a batch that updated some. If a batch only made rows, they are found by their positions. */
export function insertBatchResults(
  tx: Tx,
  { id, wrote }: Required<Pick<BatchRun, 'id' | 'wrote'>>,
): void {
  tx.queue(
    `INSERT INTO import_results (workspace_id, run_id, block, stamped, others)
     VALUES (current_workspace(), $1, 0, $2::uuid[], $3::uuid[])`,
    [id, wrote.made, wrote.updated],
  )
}

export function changeLiveCount(tx: Tx, changes: readonly LiveCountChange[]): void {
  tx.queue(
    `UPDATE import_runs r SET standing = r.standing + c.by
     FROM jsonb_to_recordset($1::jsonb) AS c ("runId" uuid, by bigint)
     WHERE r.workspace_id = current_workspace() AND r.id = c."runId"`,
    [JSON.stringify(changes)],
  )
}
