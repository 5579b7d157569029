import type { ClientConfig } from 'pg'
import type { Database } from '../db.ts'
import { withOwner } from '../owner.ts'
import type { Tx } from '../tx.ts'

/**
 * Refreshes the planner's statistics on nodes, which plan with their own. The coordinator counts no changes, and by itself would
 * analyze all parts of all tables.
 * @param old the tables with statistics that are out of date, as FROM takes them
 * @returns whether it was needed; never without a cluster
 */
export async function refreshParts(
  db: Database,
  owner: ClientConfig,
  old: string,
): Promise<boolean> {
  if (!(await db.withDirectory((tx) => areOld(tx, old)))) return false
  const problems = await withOwner(owner, async (client) => {
    const { rows } = await client.query<{ problem: string }>(
      `SELECT format('%s:%s: %s', nodename, nodeport, trim(result)) AS problem
       FROM run_command_on_workers($1) WHERE NOT success`,
      [
        `DO $$ DECLARE part regclass; BEGIN
          FOR part IN SELECT relid FROM ${old} LOOP EXECUTE format('ANALYZE (SKIP_LOCKED) %s', part); END LOOP;
        END $$`,
      ],
    )
    return rows.map(({ problem }) => problem)
  })
  if (problems.length > 0) throw new Error(`statistics are out of date: ${problems.join('; ')}`)
  return true
}

async function areOld(tx: Tx, old: string): Promise<boolean> {
  const [server] = await tx.run<{ leads: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS leads",
  )
  if (!server!.leads) return false
  const [found] = await tx.run<{ old: boolean }>(
    "SELECT coalesce(bool_or(result = 't'), false) AS old FROM run_command_on_workers($1)",
    [`SELECT EXISTS (SELECT FROM ${old})`],
  )
  return found!.old
}
