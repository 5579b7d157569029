import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../platform/database/migrate.ts'
import { startEmbedded } from '../../../platform/embedded/embedded.ts'
import { discard, sweepAbandoned, temporaryDirectory } from '../machine/temporary.ts'
import { distribute, startCluster } from '../postgres/cluster.ts'
import { startInstalled, startReplicated } from '../postgres/installed-postgres.ts'
import { type PgBouncer, startPgBouncer } from '../postgres/pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection to the run's one server; its database is the migrated template. */
    postgres: ClientConfig
    /** Its standby, which then serves what tests read, if they run on one. */
    standby: ClientConfig | null
    /** The cluster's other nodes, with a template of the same name each, if the tests run on a cluster. */
    workers: ClientConfig[]
    /** The pooler before it, if the tests run behind one. */
    pooler: Pick<PgBouncer, 'mode' | 'host' | 'port'> | null
  }
}

/** One server that tests run on, and what stops it. */
interface Server {
  connection: ClientConfig
  standby?: ClientConfig
  workers?: ClientConfig[]
  stop(): Promise<void>
}

const log = pino({ level: 'warn' })

/** One real PostgreSQL for the whole run; every test file clones its migrated database (createTestDatabase). */
export default async function setup(project: TestProject) {
  await sweepAbandoned()
  const dataDir = await temporaryDirectory()
  const on = process.env.TEST_ON ?? 'embedded'
  const program = process.env.TEST_PROGRAM ?? ''
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.reverse()) await end()
    await discard(dataDir)
  }
  try {
    const database = await startServer(on, program, dataDir)
    stops.push(() => database.stop())
    await migrate(database.connection)
    const { workers = [] } = database
    if (workers.length > 0) await distribute(database.connection, workers)
    project.provide('postgres', database.connection)
    project.provide('standby', database.standby ?? null)
    project.provide('workers', workers)
    if (on.startsWith('pgbouncer')) {
      const mode = on === 'pgbouncer' ? 'transaction' : 'session'
      // The pooler runs as another user than root too, and has to reach the socket. The start let nobody else in.
      await chmod(dataDir, 0o711)
      const pooler = await startPgBouncer(program, database.connection, mode, join(dataDir, 'pool'))
      stops.push(() => pooler.stop())
      project.provide('pooler', { mode, host: pooler.host, port: pooler.port })
    } else project.provide('pooler', null)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function startServer(on: string, program: string, dataDir: string): Promise<Server> {
  if (on === 'external') return startInstalled(program, dataDir)
  if (on === 'replica') return startReplicated(program, dataDir)
  if (on === 'citus') return startCluster(program, dataDir)
  return embedded(dataDir)
}

async function embedded(dataDir: string): Promise<Server> {
  // Several test processes, each with pools, run side by side.
  const first = await startEmbedded({ dataDir, log })
  await set(first.connection, 'ALTER SYSTEM SET max_connections = 400')
  await first.stop()
  return startEmbedded({ dataDir, log })
}

async function set(connection: ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
