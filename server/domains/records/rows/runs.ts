import type { Tx } from '../../../platform/database/db.ts'
import { Port } from '../../../platform/port.ts'

export { stampRows } from './runs.sql.ts'

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

/** How many more rows of a run stand than before; fewer where it is negative. */
export interface StandingChange {
  runId: string
  by: number
}

/** The domain that keeps runs: writes of many rows, each of which can be undone as a whole. */
export interface RunKeeper {
  recordBatches(tx: Tx, runs: readonly BatchRun[]): void
  changeStanding(tx: Tx, changes: readonly StandingChange[]): void
}

export const runs = new Port<RunKeeper>('runs')

/** Enters what keys wrote in requests of more than one row into the history of imports, so that it can be undone. */
export function recordBatches(tx: Tx, batches: readonly BatchRun[]): void {
  if (batches.length > 0) runs.filled.recordBatches(tx, batches)
}

/** Tells runs that rows with their stamp went to the trash, or came back. */
export function changeStanding(tx: Tx, changes: readonly StandingChange[]): void {
  if (changes.length > 0) runs.filled.changeStanding(tx, changes)
}
