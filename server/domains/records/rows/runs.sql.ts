import type { Tx } from '../../../platform/database/db.ts'

/** Rows that a key wrote in one request: a run that is over when it begins. */
export interface BatchRun {
  id: string
  definitionId: string
  /** `key:<keyId>` */
  createdBy: string
  /** Of the request. */
  total: number
  /** Ids of the rows that it made, in a line from `firstPosition` on, and of those that it updated. */
  made: readonly string[]
  updated: readonly string[]
  firstPosition: number | null
}

export function insertBatchRuns(tx: Tx, runs: readonly BatchRun[]): void {
  tx.queue(
    `WITH batch AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS b (id uuid, "definitionId" uuid, "createdBy" text,
         total bigint, made uuid[], updated uuid[], "firstPosition" bigint)),
     written AS (
       INSERT INTO import_runs (workspace_id, id, definition_id, created_by, finished_at, status, total,
         imported, failed, result_count, standing, first_position, last_position)
       SELECT current_workspace(), id, "definitionId", "createdBy", now(), 'completed', total, total, 0,
         cardinality(made) + cardinality(updated), cardinality(made), "firstPosition",
         "firstPosition" + cardinality(made) - 1
       FROM batch)
     INSERT INTO import_results (workspace_id, run_id, block, stamped, others)
     SELECT current_workspace(), id, 0, made, updated FROM batch`,
    [JSON.stringify(runs)],
  )
}
