import type { Tx } from '../../../platform/database/tx.ts'
import { Port } from '../../../platform/port.ts'

export { stampRows } from './runs.sql.ts'

/** Rows that a key wrote in one request: a run that is finished as soon as it starts. */
export interface BatchRun {
  id: string
  definitionId: string
  /** `key:<keyId>` */
  createdBy: string
  /** How many rows the request has. */
  total: number
  /** How many rows it made, at consecutive positions from `firstPosition`. */
  made: number
  firstPosition: number | null
  /** The ids of these rows, and of others that it updated, if there are any. */
  wrote?: { made: readonly string[]; updated: readonly string[] }
}

/** By how much the number of a run's rows outside the trash changes. */
export interface LiveCountChange {
  runId: string
  by: number
}

/** The domain that stores runs: writes of many rows, each of which can be undone as a whole. */
export interface RunKeeper {
  recordBatches(tx: Tx, runs: readonly BatchRun[]): void
  changeLiveCount(tx: Tx, changes: readonly LiveCountChange[]): void
}

export const runs = new Port<RunKeeper>('runs')

/** Records what keys wrote in requests with several rows as runs, so that it can be undone. */
export function recordBatches(tx: Tx, batches: readonly BatchRun[]): void {
  if (batches.length > 0) runs.filled.recordBatches(tx, batches)
}

/** For rows that went to the trash or came back: changes the counts of the runs that they are stamped with. */
export function changeLiveCount(tx: Tx, changes: readonly LiveCountChange[]): void {
  if (changes.length > 0) runs.filled.changeLiveCount(tx, changes)
}
