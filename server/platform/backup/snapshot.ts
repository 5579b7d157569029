import pg, { type Client, type ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ExpectedError } from '../expected-error.ts'
import type { Manifest } from './manifest.ts'
import { withSession } from './session.ts'
import { listTables, type Table } from './tables.sql.ts'

/** The whole database at one moment, while others keep writing to it. */
export interface Snapshot extends Pick<Manifest, 'takenAt' | 'migrations' | 'eventHorizon'> {
  tables: Table[]
  /** The rows of a table as COPY writes them, one per line. */
  rowsOf(table: Table): AsyncGenerator<Buffer, void>
  /** The rows that a query finds in all workspaces. */
  all<R>(query: (client: Client) => Promise<R[]>): Promise<R[]>
}

/** @throws ExpectedError if the database has no tables of ours, or is from a release before backups. */
export function withSnapshot<T>(
  connection: ClientConfig,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return withSession(connection, async (client) => {
    const there = await listTables(client)
    if (!there.some(({ name }) => name === 'schema_migrations')) {
      throw new ExpectedError(
        `The database ${client.database} at ${client.host} holds nothing of Sourcebook's: ` +
          'set DATA_DIR or DATABASE_URL to what the service uses.',
      )
    }
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Lock before the first read, which fixes the moment, so that no migration runs before the last table is read.
    await client.query(
      `LOCK TABLE ${there.map(({ quoted }) => quoted).join(', ')} IN ACCESS SHARE MODE`,
    )
    return use(await takeSnapshot(client))
  })
}

async function takeSnapshot(client: Client): Promise<Snapshot> {
  const { rows: migrations } = await client.query(
    'SELECT version, name, sha256 FROM schema_migrations ORDER BY version',
  )
  const scopes = await scopesOf(client)
  return {
    ...(await placeInTime(client)),
    migrations,
    tables: await listTables(client),
    async *rowsOf({ quoted, quotedColumns, forced }) {
      for (const scope of forced ? scopes : [EVERYTHING]) {
        await enter(client, scope)
        yield* client.query(copyTo(`COPY ${quoted} (${quotedColumns}) TO STDOUT`))
      }
    },
    async all(query) {
      const found = []
      for (const scope of scopes) {
        await enter(client, scope)
        found.push(...(await query(client)))
      }
      return found
    },
  }
}

async function placeInTime(client: Client): Promise<{ takenAt: string; eventHorizon: string }> {
  try {
    const { rows } = await client.query(
      'SELECT now() AS "takenAt", event_horizon()::text AS "eventHorizon"',
    )
    return { ...rows[0], takenAt: rows[0].takenAt.toISOString() }
  } catch (error) {
    if ((error as { code?: string }).code !== '42883') throw error // no such function
    throw new ExpectedError(
      'The database is from a version that had no backups: run "sourcebook migrate", or start the service once.',
    )
  }
}

const EVERYTHING = ''

/**
 * An owner that row-level security binds sees one workspace at a time, like a request; every tenant row belongs to one.
 * A role that bypasses it sees all of them at once.
 */
async function scopesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    'SELECT NOT (rolsuper OR rolbypassrls) AS bound FROM pg_roles WHERE rolname = current_user',
  )
  if (!rows[0].bound) return [EVERYTHING]
  await client.query("SET LOCAL row_security = on; SET LOCAL app.all_workspaces = 'on'")
  const { rows: workspaces } = await client.query('SELECT id FROM workspaces ORDER BY id')
  await client.query("SET LOCAL app.all_workspaces = 'off'")
  return workspaces.map(({ id }) => id)
}

/** By SET LOCAL, which reaches every server that has rows. */
const enter = (client: Client, workspaceId: string) =>
  client.query(`SET LOCAL app.workspace_id = ${pg.escapeLiteral(workspaceId)}`)
