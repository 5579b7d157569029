import type { ClientBase } from 'pg'
import type { Tx } from '../../../platform/database/db.ts'

/** The tables that may grow by thousands a second: of rows, and of the money of deals. */
const TABLES = 'rows, row_history, unique_values, deal_splits, deal_entries, deal_allocations'

/** Whether rows have come or changed so fast that what the planner knows of their tables is of another time. */
export async function areStatisticsOld(tx: Tx): Promise<boolean> {
  const [found] = await tx.run<{ old: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_stat_user_tables
       WHERE schemaname = 'public' AND relname = ANY (string_to_array('${TABLES}', ', '))
         AND n_mod_since_analyze > 5000 + n_live_tup * 0.2) AS old`,
  )
  return found!.old
}

/** But of a table of which an index is being made: that would wait for this, and this for that. */
export async function refreshStatistics(client: ClientBase): Promise<void> {
  await client.query(`ANALYZE (SKIP_LOCKED) ${TABLES}`)
}
