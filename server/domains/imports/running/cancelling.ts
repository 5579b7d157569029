import { actorRef, type UserActor, userRef } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { announceWork } from '../../../platform/jobs/due-work.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { locate } from '../../records/definitions/locate.ts'
import { trashRows } from '../../records/trash/trash.ts'
import { countKept } from '../runs/kept-rows.sql.ts'
import { moneyRowsOf } from '../runs/kept-rows.ts'
import { findLocked } from '../runs/locked-boards.ts'
import type { RunOut } from '../runs/runs.rules.ts'
import { lockRun } from '../runs/runs.sql.ts'
import { answerRun, type RunAddress } from '../runs/runs.ts'
import { stretchesOf } from '../runs/stamps.rules.ts'
import { LEASE_SECONDS } from './blocks.ts'
import * as sql from './cancelling.sql.ts'
import { IMPORTS } from './imports.ts'
import type { ClaimedRun } from './work.sql.ts'

/**
 * Cancels a run that is at work. A worker then undoes what it has written; whoever is writing it notices at the next block.
 * A run that is cancelled already stays as it is.
 *
 * @throws Refusal not_found, import_finished.
 */
export async function cancelImport(tx: Tx, actor: UserActor, address: RunAddress): Promise<RunOut> {
  const definition = await locate(tx, address)
  const run = await lockRun(tx, definition.id, address.runId)
  if (!run) throw notFound()
  if (!run.cancelledAt) {
    if (run.status !== 'running') throw new Refusal('import_finished')
    sql.markCancelled(tx, run.id, actor.crmUserId, actorRef(actor))
    announceWork(tx, IMPORTS)
  }
  return answerRun(tx, definition.id, run.id)
}

/** A cancelled run that this worker holds. */
interface Cancelled extends ClaimedRun {
  cancelledBy: number
}

export const isCancelled = (run: ClaimedRun): run is Cancelled => run.cancelledBy !== null

/**
 * Undoes what a cancelled run has written, block by block, so that another worker can continue if this one dies.
 *
 * @param onEnd is called in the last transaction.
 * @returns whether this worker came to the end.
 */
export async function undoCancelled(
  db: Database,
  workspaceId: string,
  run: Cancelled,
  token: string,
  signal: AbortSignal,
  onEnd: (tx: Tx) => void,
): Promise<boolean> {
  const origin = { by: run.cancelledRef ?? userRef(run.cancelledBy), runId: run.id }
  const held = { id: run.id, token }
  const within = <T>(fn: (tx: Tx) => Promise<T>) => db.withWorkspace({ workspaceId }, fn)
  /** Locks a board, if it still exists, and then the run. */
  const locked = async (tx: Tx, definitionId: string) => {
    const definition = await findLocked(tx, definitionId)
    return { definition, now: await sql.holdCancelled(tx, held) }
  }
  const whole = await within((tx) => sql.holdCancelled(tx, held))
  if (!whole) return false
  for (const { definitionId, ...part } of stretchesOf(whole)) {
    if (signal.aborted) return false
    const isHeld = await within(async (tx) => {
      const { definition, now } = await locked(tx, definitionId)
      if (!now) return false
      const gone = definition ? (await trashRows(tx, definition, part, origin)).count : 0
      sql.advanceCancelled(tx, run.id, gone, LEASE_SECONDS)
      return true
    })
    if (!isHeld) return false
  }
  return within(async (tx) => {
    const { now } = await locked(tx, run.definitionId)
    if (!now) return false
    sql.settleCancelled(tx, run.id, await countKept(tx, run.id, await moneyRowsOf(tx, now)))
    onEnd(tx)
    return true
  })
}
