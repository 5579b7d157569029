import type { Tx } from '../../../platform/database/tx.ts'
import type { BatchRun, RunKeeper } from '../../records/rows/runs.ts'
import { changeLiveCount, insertBatchResults, insertBatchRuns } from './kept-runs.sql.ts'

/** Imports store all runs, including those of keys. */
export const importRuns: RunKeeper = { recordBatches, changeLiveCount }

function recordBatches(tx: Tx, batches: readonly BatchRun[]): void {
  insertBatchRuns(tx, batches)
  for (const { id, wrote } of batches) if (wrote) insertBatchResults(tx, { id, wrote })
}
