import type { Database } from '../../platform/database/db.ts'
import { sweepPlaces } from './accounts/places.sql.ts'
import { sweepFailures } from './accounts/throttle.sql.ts'
import { listLate } from './leaving/leaving.sql.ts'
import { sweepResets } from './sessions/password-resets.sql.ts'
import { sharedAddress, sweepSessions } from './sessions/sessions.sql.ts'
import { listWorkspaces } from './workspace/workspaces.sql.ts'

/** Deletes expired sessions and links, failed attempts that no longer count, and places that nobody signs in from any more. */
export function sweepSignins(
  db: Database,
): Promise<{ sessions: number; resets: number; failures: number; places: number }> {
  return db.withDirectory(async (tx) => ({
    sessions: await sweepSessions(tx),
    resets: await sweepResets(tx),
    failures: await sweepFailures(tx),
    places: await sweepPlaces(tx),
  }))
}

/** The address of all open sessions, if they are those of three accounts or more and have but one. */
export const findSharedAddress = (db: Database): Promise<string | undefined> =>
  db.withDirectory((tx) => sharedAddress(tx))

/** The workspaces and accounts that should be erased by now. */
export const findLateErasures = (db: Database) =>
  db.withDirectory((tx) => listLate(tx), { allWorkspaces: true })

/** The ids of all workspaces, for work that is done in one after the other. */
export const allWorkspaceIds = async (db: Database): Promise<string[]> =>
  (await allWorkspaces(db)).map(({ id }) => id)

/** All workspaces, for an operator's command. */
export const allWorkspaces = (db: Database): Promise<{ id: string; slug: string }[]> =>
  db.withDirectory((tx) => listWorkspaces(tx, null), { allWorkspaces: true })
