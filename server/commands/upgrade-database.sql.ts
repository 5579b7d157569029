import type { ClientBase } from 'pg'

/** Programs that are connected to the database, other than this connection. */
export async function listSessions(
  client: ClientBase,
): Promise<{ pid: number; program: string | null }[]> {
  const { rows } = await client.query(
    `SELECT pid, nullif(application_name, '') AS program FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid`,
  )
  return rows
}

/** Ends what processes of the service left when they were killed, if a statement of theirs is still running. */
export async function endOwnSessions(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'sourcebook%' AND pid <> pg_backend_pid()`,
  )
}

export async function findBytes(client: ClientBase): Promise<number> {
  const { rows } = await client.query(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  )
  return rows[0].bytes
}

/** What an operator has added to the server beside the service's database. */
export async function listForeign(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT 'the database ' || datname AS name FROM pg_database
     WHERE datname NOT IN ('postgres', 'template0', 'template1', current_database())
     UNION ALL SELECT 'the role ' || rolname FROM pg_roles
     WHERE rolname !~ '^pg_' AND rolname NOT IN ('postgres', 'sourcebook_app') ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The settings in the configuration files; of each, the one that counts. */
export async function listFileSettings(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query(
    'SELECT name, setting FROM pg_file_settings WHERE error IS NULL ORDER BY seqno',
  )
  return new Map(rows.map(({ name, setting }) => [name.toLowerCase(), setting]))
}
