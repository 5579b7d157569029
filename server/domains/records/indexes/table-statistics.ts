import type { ClientConfig } from 'pg'
import type { Database } from '../../../platform/database/db.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import * as sql from './table-statistics.sql.ts'

/**
 * Has the planner look at the tables of rows anew when they have grown fast. PostgreSQL does so by itself, but up to a
 * minute later; until then a statement that was planned for a small table reads all of it, and an import of a million
 * rows is over in that time.
 *
 * @returns whether it was needed.
 */
export async function keepStatistics(db: Database, owner: ClientConfig): Promise<boolean> {
  if (!(await db.withDirectory((tx) => sql.areStatisticsOld(tx)))) return false
  await withOwner(owner, sql.refreshStatistics)
  return true
}
