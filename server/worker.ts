import type { Logger } from 'pino'
import { allWorkspaceIds, sweepSignins } from './domains/workspaces/sweeps.ts'
import type { Database } from './platform/db.ts'
import { sweepIdempotencyKeys } from './platform/idempotency.ts'

const EVERY_MS = 10 * 60_000

/** The background work: what it does may be done by several processes at once, or twice. */
export function startWorker(db: Database, log: Logger): () => Promise<void> {
  let running = Promise.resolve()
  const sweep = () => {
    running = running
      .then(() => sweepAll(db))
      .catch((error: unknown) => log.warn({ err: error }, 'a sweep failed; the next one goes on'))
  }
  const timer = setInterval(sweep, EVERY_MS)
  sweep()
  return () => {
    clearInterval(timer)
    return running
  }
}

async function sweepAll(db: Database): Promise<void> {
  await sweepSignins(db)
  for (const workspaceId of await allWorkspaceIds(db)) {
    await db.withWorkspace({ workspaceId }, (tx) => sweepIdempotencyKeys(tx))
  }
}
