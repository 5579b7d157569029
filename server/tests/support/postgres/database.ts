import { randomBytes } from 'node:crypto'
import type { ClientConfig } from 'pg'
import pino from 'pino'
import { inject } from 'vitest'
import { Database, type DatabaseOptions } from '../../../platform/database/db.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { until } from '../clients/listener.ts'
import { asOwner, urlOf } from './postgres.ts'

export interface TestDatabase {
  /** As the owner, past any pooler. The app itself uses connectAsApp(connection). */
  connection: ClientConfig
  /** For a Database: the same, or through the pooler that the tests run behind. */
  pooled: ClientConfig
  /** Where a Database may read, if the tests run on a standby too. */
  replicas: ClientConfig[]
  /** `connection` as a URL. */
  url: string
  /** How a process reaches it. */
  env: Record<string, string>
  /** Also ends connections that are still open. */
  drop(): Promise<void>
}

/** How long reads of tests wait for a standby: they are there to see whether it has what was written. */
export const REPLICA_WAIT_MS = 20_000

/** Whether the tests run on a cluster, whose nodes log in to each other as the role of requests. */
export const isOnCluster = (): boolean => inject('workers').length > 0

const LOCK_WAITS = `SELECT count(*)::integer AS waits FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`

/** How many statements wait for a lock of another transaction, on whatever node. */
export async function countLockWaits({ connection }: Pick<TestDatabase, 'connection'>) {
  const { database } = connection
  const nodes = [connection, ...inject('workers').map((node) => ({ ...node, database }))]
  const counts = await Promise.all(nodes.map((node) => asOwner(node, (sql) => sql(LOCK_WAITS))))
  return counts.reduce((sum, [{ waits }]) => sum + waits, 0)
}

/**
 * Waits until feeds can read all events so far. Feeds stay below the oldest transaction of the whole server, which may
 * be another test's.
 */
export const allEventsReadable = (
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
  sql: (text: string, values?: unknown[]) => Promise<any[]>,
): Promise<void> =>
  until(async () => {
    const [{ horizon }] = await sql('SELECT event_horizon()::text AS horizon')
    const [row] = await sql(
      'SELECT coalesce(bool_and(xid < $1::text::xid8), true) AS readable FROM events',
      [horizon],
    )
    return row.readable
  }, 'all events to be readable')

/** A database of its own with every migration applied, or an empty one (`template0`). */
export async function createTestDatabase(
  template: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const source = template === 'migrated' ? server.database : 'template0'
  // Files that are copied take half the time of pages that are logged one by one.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`)
  const connection = { ...server, database: name }
  const pooler = inject('pooler')
  const standby = inject('standby')
  const replicas = standby ? [{ ...standby, database: name }] : []
  const pooled = pooler ? { ...connection, host: pooler.host, port: pooler.port } : connection
  const drop = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`
  return {
    connection,
    pooled,
    replicas,
    url: urlOf(connection),
    env: {
      DATABASE_URL: urlOf(pooled),
      ...(pooler?.mode === 'transaction' ? { DATABASE_DIRECT_URL: urlOf(connection) } : {}),
      ...(standby
        ? {
            DATABASE_REPLICA_URLS: replicas.map(urlOf).join(),
            REPLICA_WAIT_MS: String(REPLICA_WAIT_MS),
          }
        : {}),
    },
    // A process of a cluster’s own can take longer to leave than PostgreSQL waits for it.
    drop: () => administer(drop).catch(() => administer(drop)),
  }
}

/** A migrated database of one PostgreSQL, even if the tests run on a cluster. */
export async function createPlainDatabase(): Promise<TestDatabase> {
  if (!isOnCluster()) return createTestDatabase()
  const database = await createTestDatabase('empty')
  await migrate(database.connection)
  return database
}

/** The service's way into it. If the tests run on a standby too, that serves what it reads. */
export async function openTestDatabase(
  { connection, pooled, replicas }: TestDatabase,
  options: Pick<DatabaseOptions, 'poolSize' | 'connectTimeoutMs'>,
): Promise<Database> {
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const db = new Database({
    connection: pooled,
    ...options,
    ...(replicas.length > 0 && {
      replicas: { primary: connection, connections: replicas, waitMs: REPLICA_WAIT_MS, log },
    }),
  })
  // The standby has to get the database first.
  await until(() => db.replicas.every(({ isUsable }) => isUsable), 'the standby to have it')
  return db
}

/** One statement on the run's server, or on each node of its cluster, outside of any test's database. */
export async function administer(statement: string): Promise<void> {
  await Promise.all(
    [inject('postgres'), ...inject('workers')].map((node) =>
      asOwner({ ...node, database: 'postgres' }, (sql) => sql(statement)),
    ),
  )
}
