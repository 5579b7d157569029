import type { Database } from '../../platform/db.ts'
import { sweepSessions } from './sessions.sql.ts'
import { sweepFailures } from './throttle.sql.ts'

/** Clears away what is of no more use: sessions past their time, and failures past counting. */
export function sweepSignins(db: Database): Promise<{ sessions: number; failures: number }> {
  return db.withDirectory(async (tx) => ({
    sessions: await sweepSessions(tx),
    failures: await sweepFailures(tx),
  }))
}
