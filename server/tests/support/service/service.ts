import { rm } from 'node:fs/promises'
import pg from 'pg'
import pino from 'pino'
import { type AppOptions, createApp } from '../../../app.ts'
import { diskFiles, type FileStore } from '../../../platform/files/file-store.ts'
import { drainOnClose } from '../../../platform/http/drain.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createSeal } from '../../../platform/secrets/seal.ts'
import { startWorker } from '../../../worker.ts'
import { type ApiOptions, callApi } from '../clients/client.ts'
import { until } from '../clients/listener.ts'
import { NEVER_MS, PATIENCE_MS } from '../machine/patience.ts'
import { temporaryDirectory } from '../machine/temporary.ts'
import {
  allEventsReadable,
  countLockWaits,
  createPlainDatabase,
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../postgres/database.ts'

export const SECRET_KEY = 'a secret key of the tests, long enough'
/** The domain of the email addresses of boards and pages. */
export const INBOUND_DOMAIN = 'in.example.com'
export const PUBLIC_URL = 'https://records.example.com'

export type TestService = Awaited<ReturnType<typeof startService>>
/** One process of the service: one database can have several. */
export type TestServer = Awaited<ReturnType<typeof serve>>

export interface ServiceOptions extends Partial<AppOptions> {
  poolSize?: number
  /** Reads nothing on a standby: that would not wait for the locks that a test takes. */
  onPrimary?: boolean
  /** Binds more operations before the service listens, such as broken ones that a check must catch. */
  extend?: (http: Http) => void
  /** On one PostgreSQL, even if the tests run on a cluster: for tests that are about the schema itself. */
  isPlain?: boolean
}

/** The whole service in this process, on a database of its own, assembled by `createApp`. */
export async function startService(options: ServiceOptions = {}) {
  const database = await (options.isPlain ? createPlainDatabase() : createTestDatabase())
  const owner = new pg.Pool({ ...database.connection, max: 2 })
  owner.on('error', () => {}) // the database is dropped under its idle connections
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
  type Sql = (text: string, values?: unknown[]) => Promise<any[]>
  const through =
    (client: pg.Pool | pg.PoolClient): Sql =>
    async (text, values = []) =>
      (await client.query(text, values)).rows
  const directory = await temporaryDirectory()
  const files = diskFiles(directory)
  const workers: (() => Promise<void>)[] = []
  const servers = [await serve(database, files, options)]
  return {
    ...servers[0]!,
    connection: database.connection,
    /** For another Database, as this service’s own. */
    pooled: database.pooled,
    /** The settings for a process on the same database. */
    env: database.env,
    /** Where the files are. */
    directory,
    files,
    /** Runs SQL directly in the database as its owner, which no rule binds. */
    sql: through(owner),
    /** Waits until feeds can read all events so far: a listener from then on gets only new ones. */
    eventsReadable: (): Promise<void> => allEventsReadable(through(owner)),
    /** Waits until this many statements wait for a lock of another transaction. */
    blocked: (count = 1): Promise<void> =>
      until(async () => (await countLockWaits(database)) >= count, `${count} to wait`),
    /** Like `sql`, in one transaction that is rolled back at the end. */
    async undone<T>(fn: (sql: Sql) => Promise<T>): Promise<T> {
      const client = await owner.connect()
      try {
        await client.query('BEGIN')
        return await fn(through(client))
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    },
    /** Another server on the same database; stops with this one. */
    async beside(more: ServiceOptions = {}): Promise<TestServer> {
      const server = await serve(database, files, more)
      servers.push(server)
      return server
    },
    /** Does the background work too, like `sourcebook worker`. Returns a function that stops it. */
    work(): () => Promise<void> {
      const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
      const stopJobs = startWorker({
        db: servers[0]!.db,
        log,
        files,
        owner: database.connection,
        seal: createSeal(SECRET_KEY),
        publicUrl: PUBLIC_URL,
        outbound: options.outbound,
        systemMail: options.systemMail,
        webhookTimeoutMs: NEVER_MS,
      })
      workers.push(stopJobs)
      return stopJobs
    },
    /** Whether it does the background work, so that queued messages are soon sent. */
    isWorking: () => workers.length > 0,
    async stop(): Promise<void> {
      for (const stopJobs of workers) await stopJobs()
      for (const server of servers) await server.close()
      await owner.end()
      await database.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function serve(
  database: TestDatabase,
  files: FileStore,
  { poolSize = 8, onPrimary = false, extend, ...options }: ServiceOptions,
) {
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const db = await openTestDatabase(onPrimary ? { ...database, replicas: [] } : database, {
    poolSize,
    connectTimeoutMs: PATIENCE_MS,
  })
  const { app, http, workspaces } = await createApp({
    db,
    log,
    seal: createSeal(SECRET_KEY),
    files,
    signup: 'open',
    trustProxy: 1,
    // Cheap: most tests sign people up only to have somebody.
    hashCost: { memory: 64, passes: 1, parallelism: 1 },
    rateLimitIngest: 100_000,
    rateLimitRead: 100_000,
    maxWaitMs: PATIENCE_MS,
    streams: { heartbeatMs: 250 },
    publicUrl: () => PUBLIC_URL,
    inboundDomain: INBOUND_DOMAIN,
    isReady: async () => true,
    ...options,
  })
  extend?.(http)
  drainOnClose(app, { takeMs: 0, lingerMs: 0, finishMs: NEVER_MS })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    db,
    origin,
    http,
    workspaces,
    api: (method: string, path: string, call?: ApiOptions) => callApi(origin, method, path, call),
    async close(): Promise<void> {
      await app.close()
      await db.close()
    },
  }
}
