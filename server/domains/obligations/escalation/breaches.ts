import { systemActor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { announceWorkAt, findDueWork, lockWork } from '../../../platform/jobs/due-work.ts'
import { record } from '../history/obligation-history.ts'
import { BREACHES, escalateBlock, settleBreaches } from './breaches.sql.ts'
import { escalationTarget } from './escalation.ts'

/** Obligations per transaction. One takes some tens of milliseconds, so nobody waits longer than that for a row. */
const BLOCK = 1000
/** Workspaces per query for due work. */
const WORKSPACES = 100

/**
 * Announces when an open obligation that was not escalated will be late; null does nothing.
 *
 * Call it last: it locks the workspace's due work until the transaction ends. The sweeper looks for the next time under
 * the same lock, so it misses none.
 */
export function announceBreach(tx: Tx, breachAt: Date | null): void {
  if (breachAt) announceWorkAt(tx, BREACHES, breachAt)
}

/**
 * Escalates late, open obligations, once each, whatever other processes do at the same time.
 *
 * @throws the first workspace's error, after the other workspaces found with it have been tried.
 */
export async function sweepBreaches(db: Database, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (let found = WORKSPACES; found === WORKSPACES && failures.length === 0; ) {
    const due = await findDueWork(db, BREACHES, { limit: WORKSPACES })
    found = due.length
    for (const { workspaceId } of due) {
      if (signal.aborted) return
      await sweepWorkspace(db, workspaceId, signal).catch((error) => failures.push(error))
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function sweepWorkspace(
  db: Database,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const block = () => db.withWorkspace({ workspaceId }, (tx) => escalateSome(tx, workspaceId))
  const lane = async () => {
    for (let done = BLOCK; done === BLOCK && !signal.aborted; ) done = await block()
  }
  if ((await block()) === BLOCK) {
    // While one block commits, the next is prepared.
    for (const ended of await Promise.allSettled([lane(), lane()])) {
      if (ended.status === 'rejected') throw ended.reason
    }
  }
  await db.withWorkspace({ workspaceId }, async (tx) => {
    lockWork(tx, BREACHES)
    settleBreaches(tx)
  })
}

/** Escalates one block, and returns how many obligations it escalated. */
async function escalateSome(tx: Tx, workspaceId: string): Promise<number> {
  const to = await escalationTarget(tx)
  const late = await escalateBlock(tx, to, BLOCK)
  if (late.length === 0) return 0
  const changes = to === null ? [] : [{ field: 'escalatedToUserId', from: null, to }]
  record(
    tx,
    systemActor(workspaceId),
    late.map((row) => ({ row, action: 'escalated', changes })),
  )
  return late.length
}
