import type { ClientConfig } from 'pg'
import { refreshParts } from '../../../platform/database/cluster/statistics.ts'
import type { Database } from '../../../platform/database/db.ts'
import { withOwner } from '../../../platform/database/owner.ts'
import * as sql from './table-statistics.sql.ts'

/**
 * Refreshes the planner's statistics when tables have grown fast. PostgreSQL does so by itself, but up to a minute
 * later. Until then, statements that were planned for a small table read all of it, and an import of a million rows
 * takes less than that minute.
 *
 * @returns whether it was needed.
 */
export async function keepStatistics(db: Database, owner: ClientConfig): Promise<boolean> {
  const areOld = await db.withDirectory(sql.areTablesOld)
  if (areOld) await withOwner(owner, sql.refreshStatistics)
  return areOld || refreshParts(db, owner, sql.OLD_TABLES)
}
