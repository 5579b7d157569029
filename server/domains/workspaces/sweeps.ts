import type { Database } from '../../platform/database/db.ts'
import { sweepFailures } from './accounts/throttle.sql.ts'
import { sweepResets } from './sessions/password-resets.sql.ts'
import { sweepSessions } from './sessions/sessions.sql.ts'
import { listWorkspaces } from './workspace/workspaces.sql.ts'

/** Clears away what is no longer needed: sessions and links past their time, and failures past counting. */
export function sweepSignins(
  db: Database,
): Promise<{ sessions: number; resets: number; failures: number }> {
  return db.withDirectory(async (tx) => ({
    sessions: await sweepSessions(tx),
    resets: await sweepResets(tx),
    failures: await sweepFailures(tx),
  }))
}

/** Every workspace, for work that is done in each of them in turn. */
export async function allWorkspaceIds(db: Database): Promise<string[]> {
  const all = await db.withDirectory((tx) => listWorkspaces(tx, null), { allWorkspaces: true })
  return all.map(({ id }) => id)
}
