import type { RunKeeper } from '../records/rows/runs.ts'
import { changeLiveCount, insertBatchRuns } from './kept-runs.sql.ts'

/** Runs are kept here, those of keys too. */
export const importRuns: RunKeeper = { recordBatches: insertBatchRuns, changeLiveCount }
