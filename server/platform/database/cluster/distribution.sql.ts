import type { ClientBase } from 'pg'
import type { FoundKey, FoundPolicy, FoundTable } from './distribution.rules.ts'

const PUBLIC = `relnamespace = 'public'::regnamespace AND relkind = 'r'`

/** How Citus stores each table. A table that it does not know is plain; so are all of them without Citus. */
const STORED = `CASE WHEN p.logicalrelid IS NULL THEN 'plain' WHEN p.partmethod = 'h' THEN 'distributed'
  WHEN p.repmodel = 't' THEN 'reference' ELSE 'local' END`

/** Whether the database has Citus. */
export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  return rows.length > 0
}

/** Whether Citus has distributed a table of this database. */
export async function hasDistributed(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid::oid AND ${PUBLIC}
     WHERE partmethod = 'h' LIMIT 1`,
  )
  return rows.length > 0
}

/** How each table is stored. The rows are counted of those that have not moved yet. */
export async function findTables(client: ClientBase): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `SELECT quote_ident(relname) AS name, stored, "isLogged", CASE WHEN stored IN ('plain', 'local')
       THEN (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', relname),
         false, true, '')))[1]::text::float8 ELSE 0 END AS rows
     FROM (
       SELECT c.relname, ${STORED} AS stored, c.relpersistence = 'p' AS "isLogged"
       FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid::oid = c.oid
       WHERE ${PUBLIC} AND NOT EXISTS (
         SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')) t
     ORDER BY relname COLLATE "C"`,
  )
  return rows
}

export async function findForeignKeys(client: ClientBase): Promise<FoundKey[]> {
  const { rows } = await client.query<FoundKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, confrelid::regclass::text AS "refersTo",
       pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
       -- Citus hides the parts of tables from pg_class alone.
       AND EXISTS (SELECT FROM pg_class c WHERE c.oid = conrelid)
     ORDER BY 1, 2`,
  )
  return rows
}

/** Policies that ask once per statement whether a token reaches only some boards and pages. */
export async function findPolicies(client: ClientBase): Promise<FoundPolicy[]> {
  const { rows } = await client.query<FoundPolicy>(
    `SELECT quote_ident(tablename) AS table, quote_ident(policyname) AS name,
       replace(qual, '( SELECT narrowed() AS narrowed)', 'narrowed()') AS using
     FROM pg_policies WHERE schemaname = 'public' AND qual LIKE '%( SELECT narrowed() AS narrowed)%'
     ORDER BY 1, 2`,
  )
  return rows
}

/** The functions of the service that the nodes do not know. */
export async function findFunctions(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT f.oid::regprocedure::text AS name FROM pg_proc f
     WHERE f.pronamespace = 'public'::regnamespace AND f.prokind = 'f' AND f.prorettype <> 'trigger'::regtype
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')
       AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = f.oid)
     ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** Whether the horizon of events waits for what other nodes still have to commit. */
export async function findHorizon(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `SELECT pg_get_functiondef('event_horizon()'::regprocedure) LIKE '%pg_dist_transaction%' AS waits`,
  )
  return rows[0]!.waits
}

/** Whether the numbers of events are written to the log. */
export async function findNumber(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ logs: boolean }>(
    `SELECT pg_get_functiondef('event_xid()'::regprocedure) LIKE '%pg_logical_emit_message%' AS logs`,
  )
  return rows[0]!.logs
}
