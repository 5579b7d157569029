import pg from 'pg'
import pino from 'pino'
import { type AppOptions, createApp } from '../../app.ts'
import { Database } from '../../platform/db.ts'
import { type ApiOptions, callApi } from './client.ts'
import { createTestDatabase } from './database.ts'

export type TestService = Awaited<ReturnType<typeof startService>>

/** The whole service in this process, on a database of its own, as `createApp` puts it together. */
export async function startService(options: Partial<AppOptions> = {}) {
  const database = await createTestDatabase()
  const db = new Database({ connection: database.connection, poolSize: 8 })
  const owner = new pg.Pool({ ...database.connection, max: 2 })
  owner.on('error', () => {}) // the database is dropped under its idle connections
  const { app, http, workspaces } = await createApp({
    db,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    secretKey: 'a secret key of the tests, long enough',
    signup: 'open',
    trustProxy: 1,
    rateLimitIngest: 100_000,
    rateLimitRead: 100_000,
    publicUrl: () => 'https://records.example.com',
    isReady: async () => true,
    ...options,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    db,
    origin,
    http,
    workspaces,
    connection: database.connection,
    api: (method: string, path: string, call?: ApiOptions) => callApi(origin, method, path, call),
    /** Straight into the database as its owner, past every rule. */
    // biome-ignore lint/suspicious/noExplicitAny: a test knows what it selects
    sql: async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await owner.query(text, values)).rows,
    async stop(): Promise<void> {
      await app.close()
      await db.close()
      await owner.end()
      await database.drop()
    },
  }
}
