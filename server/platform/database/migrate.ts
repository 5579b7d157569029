import pg, { type ClientBase, type ClientConfig } from 'pg'
import { APP_ROLE, ensureAppRole } from './app-role.ts'
import { runStatements } from './cluster/distribution.ts'
import { latestVersion, type Migration, planMigrations, readMigrations } from './migration-files.ts'
import { MIGRATING } from './migration-lock.ts'
import { statementsOf } from './statements.rules.ts'
import { changeTables } from './table-change.ts'

/** The files that come with this release. */
export const MIGRATIONS = new URL('../../schema/', import.meta.url)

/**
 * Brings the database to the schema of this release: applies every new file of `folder`, in order,
 * each in one transaction together with its record. If it is killed midway, the next call continues.
 * @param connection as the database's owner
 * @returns the names of the files that were applied; none if the database was up to date
 * @throws MigrationError if the database is from a newer release, or an applied file has changed
 */
export async function migrate(
  connection: ClientConfig,
  folder: URL = MIGRATIONS,
): Promise<{ applied: string[] }> {
  const files = await readMigrations(folder)
  const client = new pg.Client({ ...connection, application_name: 'sourcebook migrate' })
  client.on('error', () => {}) // the current query fails with it
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0')
    // It notices at once that it has to give way. Only a superuser can set this; others give way after a while.
    await client.query("SET deadlock_timeout = '20ms'").catch(() => {})
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATING])
    await ensureAppRole(client)
    const pending = planMigrations(files, await recorded(client))
    for (const migration of pending) await apply(client, migration)
    return { applied: pending.map(({ name }) => name) }
  } finally {
    await client.end().catch(() => {}) // which releases the lock
  }
}

/** Which of this release's migrations a database has; an empty one has none. Works with the app's role. */
export async function schemaState(
  client: ClientBase,
  folder: URL = MIGRATIONS,
): Promise<'empty' | 'older' | 'current'> {
  const latest = await latestVersion(folder)
  try {
    const { rows } = await client.query<{ version: number | null }>(
      'SELECT max(version) AS version FROM schema_migrations',
    )
    const { version } = rows[0]!
    return (version ?? 0) >= latest ? 'current' : version === null ? 'empty' : 'older'
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return 'empty' // no such table yet
    throw error
  }
}

/** Whether the database has every migration of this release, for readiness. */
export const isMigrated = async (client: ClientBase, folder?: URL): Promise<boolean> =>
  (await schemaState(client, folder)) === 'current'

/** Makes the tables in the caller's transaction, by running the migrations; the caller records them. */
export async function makeTables(client: ClientBase, migrations: Migration[]): Promise<void> {
  await recorded(client)
  for (const { sql } of migrations) await client.query(sql)
}

async function recorded(client: ClientBase) {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      version    integer PRIMARY KEY,
      name       text NOT NULL,
      sha256     text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  await client.query(`GRANT SELECT ON schema_migrations TO ${APP_ROLE}`)
  const { rows } = await client.query<{ version: number; name: string; sha256: string }>(
    'SELECT version, name, sha256 FROM schema_migrations ORDER BY version',
  )
  return rows
}

async function apply(client: ClientBase, { version, name, sql, sha256 }: Migration) {
  try {
    await changeTables(client, async () => {
      await runStatements(client, statementsOf(sql))
      await client.query(
        'INSERT INTO schema_migrations (version, name, sha256) VALUES ($1, $2, $3)',
        [version, name, sha256],
      )
    })
  } catch (error) {
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
