import pg, { type ClientConfig } from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../platform/database/migrate.ts'
import { startEmbedded } from '../../platform/embedded/embedded.ts'
import { discard, sweepAbandoned, temporaryDirectory } from './temporary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection to the run's one server; its database is the migrated template. */
    postgres: ClientConfig
  }
}

/** One real PostgreSQL for the whole run; every test file clones its migrated database (createTestDatabase). */
export default async function setup(project: TestProject) {
  await sweepAbandoned()
  const dataDir = await temporaryDirectory()
  const options = { dataDir, log: pino({ level: 'warn' }) }
  try {
    // Several test processes, each with pools, run side by side.
    const first = await startEmbedded(options)
    await set(first.connection, 'ALTER SYSTEM SET max_connections = 400')
    await first.stop()
    const database = await startEmbedded(options)
    await migrate(database.connection)
    project.provide('postgres', database.connection)
    return async () => {
      await database.stop()
      await discard(dataDir)
    }
  } catch (error) {
    await discard(dataDir)
    throw error
  }
}

async function set(connection: ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
