import type { ClientBase } from 'pg'
import { places } from '../database/cluster/places.ts'
import { inWorkspace } from '../database/owner.ts'
import { referencedFirst } from './table-order.rules.ts'
import { listTables, type Table } from './tables.sql.ts'

/** As many rows are deleted in one transaction, so that readers of events, who wait for older ones, need not wait long. */
const BLOCK = 5_000

/** How many rows of each table a workspace has, but for tables where it has none. */
export async function countRowsOf(
  client: ClientBase,
  workspaceId: string,
): Promise<{ table: string; count: number }[]> {
  const counts = []
  for (const { name, quoted } of await tablesOfWorkspaces(client)) {
    const [row] = await inWorkspace(client, workspaceId, (query) =>
      query<{ count: number }>(
        `SELECT count(*)::float8 AS count FROM ${quoted} WHERE workspace_id = current_workspace()`,
        [],
      ),
    )
    if (row!.count > 0) counts.push({ table: name, count: row!.count })
  }
  return counts.sort((a, b) => b.count - a.count)
}

/**
 * Deletes every row of every table that belongs to a workspace, as the owner of the tables. First what leads to the
 * workspace, such as keys and sessions, so that nobody comes in any more. Killed on the way, it goes on when it is run again.
 *
 * @returns how many rows.
 */
export async function deleteRowsOf(client: ClientBase, workspaceId: string): Promise<number> {
  const tables = await tablesOfWorkspaces(client)
  const leads = ({ name }: Table) => places[name] === 'local'
  let count = 0
  for (const table of [...tables.filter(leads), ...tables.filter((one) => !leads(one))]) {
    for (let more = true; more; ) {
      const gone = await deleteBlock(client, workspaceId, table)
      count += gone
      more = gone === BLOCK && !table.isLinked
    }
  }
  return count
}

const CLEARS_SAMPLES = 180_000

/**
 * PostgreSQL keeps samples of what columns hold, to plan by. This takes new ones. A table that is empty now has none to take, and
 * PostgreSQL 18 can forget those it had.
 */
export async function renewSamples(client: ClientBase): Promise<void> {
  await client.query('ANALYZE')
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::integer AS version`,
  )
  if (rows[0].version < CLEARS_SAMPLES) return
  await client.query(
    `SELECT pg_clear_attribute_stats('public', c.relname::text, a.attname::text, false)
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') AND c.reltuples = 0`,
  )
}

async function deleteBlock(
  client: ClientBase,
  workspaceId: string,
  { quoted, isLinked }: Table,
): Promise<number> {
  // Rows that refer to one another only go together.
  const some = isLinked
    ? ''
    : `AND ctid = ANY (ARRAY(SELECT ctid FROM ${quoted} WHERE workspace_id = current_workspace() LIMIT ${BLOCK}))`
  const [gone] = await inWorkspace(client, workspaceId, (query) =>
    query<{ count: number }>(
      `WITH gone AS (DELETE FROM ${quoted} WHERE workspace_id = current_workspace() ${some} RETURNING 1)
       SELECT count(*)::integer AS count FROM gone`,
      [],
    ),
  )
  return gone!.count
}

/** Each before those that it refers to. */
async function tablesOfWorkspaces(client: ClientBase): Promise<Table[]> {
  const tables = referencedFirst(await listTables(client)).reverse()
  return tables.filter(({ columns }) => columns.includes('workspace_id'))
}
