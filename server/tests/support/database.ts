import { randomBytes } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'
import { inject } from 'vitest'
import { until } from './listener.ts'
import { urlOf } from './postgres.ts'

export interface TestDatabase {
  /** As the owner, past any pooler. The app itself uses connectAsApp(connection). */
  connection: ClientConfig
  /** For a Database: the same, or through the pooler that the tests run behind. */
  pooled: ClientConfig
  /** `connection` as a URL. */
  url: string
  /** How a process reaches it. */
  env: Record<string, string>
  /** Also ends connections that are still open. */
  drop(): Promise<void>
}

/** The statements that wait for a lock of another transaction. */
export const LOCK_WAITS = `SELECT pid FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`

/**
 * Waits until feeds can read all events so far. Feeds stay below the oldest transaction of the whole server, which may
 * be another test's.
 */
export const allTold = (sql: (text: string) => Promise<{ told: boolean }[]>): Promise<void> =>
  until(async () => {
    const [row] = await sql(
      'SELECT coalesce(bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())), true) AS told FROM events',
    )
    return row!.told
  }, 'what happened to be told')

/** A database of its own with every migration applied, or an empty one (`template0`). */
export async function createTestDatabase(
  template: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const source = template === 'migrated' ? server.database : 'template0'
  await administer(`CREATE DATABASE ${name} TEMPLATE ${source}`)
  const connection = { ...server, database: name }
  const pooler = inject('pooler')
  const pooled = pooler ? { ...connection, host: pooler.host, port: pooler.port } : connection
  return {
    connection,
    pooled,
    url: urlOf(connection),
    env: {
      DATABASE_URL: urlOf(pooled),
      ...(pooler?.mode === 'transaction' ? { DATABASE_DIRECT_URL: urlOf(connection) } : {}),
    },
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** One statement on the run's server, outside of any test's database. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
