import type { Tx } from '../../../platform/database/db.ts'
import { type BatchRun, insertBatchRuns } from './runs.sql.ts'

export type { BatchRun }

/** Enters what keys wrote in requests of more than one row into the history of imports, so that it can be undone. */
export function recordBatches(tx: Tx, runs: readonly BatchRun[]): void {
  if (runs.length > 0) insertBatchRuns(tx, runs)
}
