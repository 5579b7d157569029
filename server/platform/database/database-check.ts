import { randomBytes } from 'node:crypto'
import type { Client, ClientBase } from 'pg'
import { ExpectedError } from '../expected-error.ts'

const OLDEST = 150_000

export interface Facts {
  version: number
  version_text: string
  encoding: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
}

/**
 * Refuses a server on which this product cannot keep its promises. It reads the settings of this connection, so that
 * ALTER DATABASE … SET and ALTER ROLE … SET count too.
 * @returns how many connections it allows this user: fewer than max_connections, where some are reserved for others
 * @throws Error that names everything wrong, and the remedy
 */
export async function checkServer(client: ClientBase): Promise<number> {
  const { rows } = await client.query<Facts & { allowed: number }>(`
    SELECT current_setting('server_version_num')::int AS version,
           current_setting('server_version') AS version_text,
           current_setting('server_encoding') AS encoding,
           current_setting('fsync') AS fsync,
           current_setting('full_page_writes') AS full_page_writes,
           current_setting('synchronous_commit') AS synchronous_commit,
           least(
             current_setting('max_connections')::int - CASE WHEN r.rolsuper THEN 0 ELSE
               current_setting('superuser_reserved_connections')::int
               -- From PostgreSQL 16 on.
               + coalesce(current_setting('reserved_connections', true), '0')::int END,
             nullif(r.rolconnlimit, -1),
             nullif(d.datconnlimit, -1)) AS allowed
    FROM pg_roles r, pg_database d
    WHERE r.rolname = session_user AND d.datname = current_database()`)
  const faults = faultsOf(rows[0]!)
  if (faults.length > 0) {
    throw new ExpectedError(`Sourcebook does not start on this database:\n${faults.join('\n')}`)
  }
  return rows[0]!.allowed
}

/**
 * Whether a pooler lends connections for one transaction only. The next transaction is then on another connection,
 * without our locks and notifications.
 */
export async function lendsConnections(one: ClientBase, other: ClientBase): Promise<boolean> {
  const places = []
  // This order also reveals a pooler that hands out its connections in turn.
  for (const client of [one, other, other, one]) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    places.push(rows[0]!.pid)
  }
  const [first, second, third, fourth] = places
  return first !== fourth || second !== third || first === second
}

/**
 * Checks where work is done that needs a connection of its own: wakeups, locks, migrations, indexes, backups.
 * @param setting that led here
 * @throws ExpectedError if a pooler lends connections there
 */
export async function checkDirect(
  one: ClientBase,
  other: ClientBase,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  if (!(await lendsConnections(one, other))) return
  throw new ExpectedError(
    setting === 'DATABASE_URL'
      ? 'This database is behind a pooler that shares its connections between transactions, and some of the work ' +
          'needs a connection of its own: set DATABASE_DIRECT_URL to the same database without the pooler. Or set ' +
          'pool_mode = session in PgBouncer (other poolers have a similar setting).'
      : 'DATABASE_DIRECT_URL leads to a pooler too, which shares its connections between transactions: set it to the ' +
          'address of PostgreSQL itself.',
  )
}

/** Any statement, with a text for each client: a pooler may use one prepared statement for equal texts. */
const NAMED = [
  { name: 'sourcebook_check', text: "SELECT 'one' AS answer" },
  { name: 'sourcebook_check', text: "SELECT 'other' AS answer" },
] as const

/**
 * Checks the way through a pooler against the direct one.
 * @param pooled two clients of DATABASE_URL
 * @returns whether the pooler lends connections for one transaction only
 * @throws ExpectedError if it leads to another database, or loses prepared statements
 */
export async function checkPooler(pooled: [Client, Client], direct: ClientBase): Promise<boolean> {
  if (!(await isSame(pooled[0], direct))) {
    throw new ExpectedError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases: both must name the same one.',
    )
  }
  if (!(await lendsConnections(...pooled))) return false
  for (const which of [0, 1, 1, 0]) {
    const { text } = NAMED[which]!
    const rows = await pooled[which]!.query(NAMED[which]!).then(
      ({ rows }) => rows,
      () => [],
    )
    if (rows.length === 1 && text.includes(`'${rows[0].answer}'`)) continue
    throw new ExpectedError(
      'The pooler at DATABASE_URL shares its connections between transactions and loses prepared statements: use ' +
        'PgBouncer 1.21 or later with max_prepared_statements = 200 (or more), or set pool_mode = session.',
    )
  }
  return true
}

/** Whether two clients are in one database of one server: a lock that one holds, the other cannot take. */
async function isSame(one: ClientBase, other: ClientBase): Promise<boolean> {
  const key = randomBytes(6).readUIntBE(0, 6)
  await other.query('BEGIN')
  try {
    await other.query('SELECT pg_advisory_xact_lock($1)', [key])
    const { rows } = await one.query('SELECT pg_try_advisory_xact_lock($1) AS free', [key])
    return !rows[0].free
  } finally {
    await other.query('ROLLBACK')
  }
}

/** The problems with a server, one line each. */
export function faultsOf(facts: Facts): string[] {
  const faults: string[] = []
  if (facts.version < OLDEST) {
    faults.push(`- it is PostgreSQL ${facts.version_text}; 15 or later is needed`)
  }
  if (facts.encoding !== 'UTF8') {
    faults.push(`- its encoding is ${facts.encoding}; create it with ENCODING 'UTF8'`)
  }
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'] as const) {
    if (facts[setting] === 'off') {
      faults.push(
        `- ${setting} is off, so a crash may lose writes that were acknowledged: ` +
          `set it to on (in postgresql.conf, or where ALTER DATABASE or ALTER ROLE turned it off)`,
      )
    }
  }
  return faults
}
