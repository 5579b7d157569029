import type { ClientConfig } from 'pg'
import type { Database } from '../../../platform/database/db.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import * as sql from './table-statistics.sql.ts'

/**
 * Refreshes the planner's statistics when tables have grown fast. PostgreSQL does so by itself, but up to a minute
 * later. Until then, statements that were planned for a small table read all of it, and an import of a million rows
 * takes less than that minute. On a cluster, the nodes plan with statistics of their own.
 *
 * @returns whether it was needed.
 */
export async function keepStatistics(db: Database, owner: ClientConfig): Promise<boolean> {
  const { old, spreads } = await db.withDirectory((tx) => sql.findAge(tx))
  if (old) {
    await withOwner(owner, sql.refreshStatistics)
    return true
  }
  if (!spreads || !(await db.withDirectory((tx) => sql.areNodesOld(tx)))) return false
  const problems = await withOwner(owner, sql.refreshOnNodes)
  if (problems.length > 0) throw new Error(`statistics are out of date: ${problems.join('; ')}`)
  return true
}
