import type { ClientBase } from 'pg'
import type { Tx } from '../../../platform/database/tx.ts'

/** The tables that can grow by thousands of rows a second: those of rows, and of deals' money. */
const TABLES = 'rows, row_history, unique_values, deal_splits, deal_entries, deal_allocations'

/** The tables of these, or their parts, that have so many new or changed rows that the planner's statistics are out of date. */
export const OLD_TABLES = `pg_stat_user_tables
  WHERE schemaname = 'public' AND regexp_replace(relname, '_[0-9]+$', '') = ANY (string_to_array('${TABLES}', ', '))
    AND n_mod_since_analyze > 5000 + n_live_tup * 0.2`

export async function areTablesOld(tx: Tx): Promise<boolean> {
  const [found] = await tx.run<{ old: boolean }>(`SELECT EXISTS (SELECT FROM ${OLD_TABLES}) AS old`)
  return found!.old
}

/** Skips a table that is being indexed: the two would wait for each other. */
export async function refreshStatistics(client: ClientBase): Promise<void> {
  await client.query(`ANALYZE (SKIP_LOCKED) ${TABLES}`)
}
