import type { Database } from '../../platform/database/db.ts'
import { sweepFailures } from './accounts/throttle.sql.ts'
import { sweepResets } from './sessions/password-resets.sql.ts'
import { sweepSessions } from './sessions/sessions.sql.ts'
import { listWorkspaces } from './workspace/workspaces.sql.ts'

/** Deletes expired sessions and links, and failed attempts that no longer count. */
export function sweepSignins(
  db: Database,
): Promise<{ sessions: number; resets: number; failures: number }> {
  return db.withDirectory(async (tx) => ({
    sessions: await sweepSessions(tx),
    resets: await sweepResets(tx),
    failures: await sweepFailures(tx),
  }))
}

/** The ids of all workspaces, for work that is done in one after the other. */
export const allWorkspaceIds = async (db: Database): Promise<string[]> =>
  (await allWorkspaces(db)).map(({ id }) => id)

/** All workspaces, for an operator's command. */
export const allWorkspaces = (db: Database): Promise<{ id: string; slug: string }[]> =>
  db.withDirectory((tx) => listWorkspaces(tx, null), { allWorkspaces: true })
