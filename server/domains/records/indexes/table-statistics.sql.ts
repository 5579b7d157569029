import type { ClientBase } from 'pg'
import type { Tx } from '../../../platform/database/tx.ts'

/** The tables that can grow by thousands of rows a second: those of rows, and of deals' money. */
const TABLES = 'rows, row_history, unique_values, deal_splits, deal_entries, deal_allocations'

/** The tables of these that have so many new or changed rows that the planner's statistics are out of date; on a node, their parts. */
const OLD = `pg_stat_user_tables
  WHERE schemaname = 'public' AND regexp_replace(relname, '_[0-9]+$', '') = ANY (string_to_array('${TABLES}', ', '))
    AND n_mod_since_analyze > 5000 + n_live_tup * 0.2`

/** Whether the statistics of this server are out of date, and whether others may hold the tables. */
export async function findAge(tx: Tx): Promise<{ old: boolean; spreads: boolean }> {
  const [found] = await tx.run<{ old: boolean; spreads: boolean }>(
    `SELECT EXISTS (SELECT FROM ${OLD}) AS old,
       EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS spreads`,
  )
  return found!
}

/** Whether those of a node are, of a cluster. */
export async function areNodesOld(tx: Tx): Promise<boolean> {
  const [found] = await tx.run<{ old: boolean }>(
    "SELECT coalesce(bool_or(result = 't'), false) AS old FROM run_command_on_workers($1)",
    [`SELECT EXISTS (SELECT FROM ${OLD})`],
  )
  return found!.old
}

/** Skips a table that is being indexed: the two would wait for each other. */
export async function refreshStatistics(client: ClientBase): Promise<void> {
  await client.query(`ANALYZE (SKIP_LOCKED) ${TABLES}`)
}

/** On one node, for the parts of tables that need it. */
const REFRESH = `DO $$ DECLARE part regclass; BEGIN
  FOR part IN SELECT relid FROM ${OLD} LOOP EXECUTE format('ANALYZE (SKIP_LOCKED) %s', part); END LOOP;
END $$`

/**
 * The same on the nodes of a cluster. The coordinator by itself would do it for all parts of all tables.
 * @returns what could not be done, by node
 */
export async function refreshOnNodes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ problem: string }>(
    `SELECT format('%s:%s: %s', nodename, nodeport, trim(result)) AS problem
     FROM run_command_on_workers($1) WHERE NOT success`,
    [REFRESH],
  )
  return rows.map(({ problem }) => problem)
}
