import type { RunKeeper } from '../../records/rows/runs.ts'
import { changeLiveCount, insertBatchRuns } from './kept-runs.sql.ts'

/** Imports store all runs, including those of keys. */
export const importRuns: RunKeeper = { recordBatches: insertBatchRuns, changeLiveCount }
