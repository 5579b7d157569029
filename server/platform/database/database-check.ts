import type { ClientBase } from 'pg'
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
 * Refuses a pooler that lends a connection for one transaction only. The next transaction would be on another
 * connection, without our locks, notifications and prepared statements.
 */
export async function checkSession(one: ClientBase, other: ClientBase): Promise<void> {
  const places = []
  // This order also reveals a pooler that hands out its connections in turn.
  for (const client of [one, other, other, one]) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    places.push(rows[0]!.pid)
  }
  const [first, second, third, fourth] = places
  if (first === fourth && second === third && first !== second) return
  throw new ExpectedError(
    'This database is behind a pooler that shares its connections between transactions, but Sourcebook needs ' +
      'connections of its own: set pool_mode = session in PgBouncer (other poolers have a similar setting), or ' +
      'connect DATABASE_URL to PostgreSQL itself.',
  )
}

/** What is wrong with a server, one line each. */
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
