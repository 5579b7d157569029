import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import type { BaseLogger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import type { SupervisorEvents } from '../embedded/supervisor.ts'
import { ExpectedError } from '../expected-error.ts'
import { connectionsFor } from '../processes/group.rules.ts'
import { TAKE_APP_ROLE } from './app-role.ts'
import { checkServer, checkSession } from './database-check.ts'

/** The database as its owner, for migrations and operator commands. See connectAsApp for all other uses. */
export interface DatabaseHandle {
  connection: ClientConfig
  /** How many connections the server allows. */
  maxConnections: number
  /** `lost` and `recovered` of the embedded database; an external one emits neither. */
  events: EventEmitter<SupervisorEvents>
  /** Releases the embedded database and stops it if nobody else uses it; end the pools first. */
  stop(): Promise<void>
}

/**
 * Starts or adopts the embedded PostgreSQL, or connects to DATABASE_URL; resolves once it accepts connections.
 * @throws ConfigError if DATABASE_URL cannot be used
 * @throws Error that says why, if the server is too old or could lose data that it has acknowledged
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'webProcesses' | 'poolSize'>,
  log: BaseLogger,
  onSpawn?: () => void,
): Promise<DatabaseHandle> {
  const handle =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          log,
          connections: connectionsFor(config),
          onSpawn,
        })
      : external(config.databaseUrl)
  const isOurs = config.databaseUrl === null
  const clients: pg.Client[] = []
  const another = async (waitMs: number) => {
    clients.push(await connect(handle.connection, waitMs, log))
    return clients.at(-1)!
  }
  try {
    const client = await another(isOurs ? 0 : WAIT_MS)
    const maxConnections = await checkServer(client)
    if (!isOurs) await checkSession(client, await another(0))
    // Not a copy: the embedded database's connection can change.
    return Object.assign(handle, { maxConnections })
  } catch (error) {
    await handle.stop()
    throw error
  } finally {
    for (const client of clients) await client.end()
  }
}

/**
 * Opens a connection outside the pool, with the role that row-level security binds.
 * @param watch gets the client before it connects, to listen to it
 */
export async function connectAsApp(
  connection: ClientConfig,
  watch: (client: pg.Client) => void = (client) => client.on('error', () => {}),
): Promise<pg.Client> {
  const client = new pg.Client(connection)
  watch(client)
  try {
    await client.connect()
    await client.query(TAKE_APP_ROLE)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

function external(databaseUrl: string): Omit<DatabaseHandle, 'maxConnections'> {
  return {
    connection: parse(databaseUrl),
    events: new EventEmitter(),
    stop: async () => {},
  }
}

// Lets the driver parse the URL and takes its parts: a `connectionString` would override other options.
function parse(connectionString: string): ClientConfig {
  let client: pg.Client & { connectionParameters?: { options?: string } }
  try {
    client = new pg.Client({ connectionString })
  } catch (error) {
    throw new ConfigError('DATABASE_URL', `cannot be read: ${(error as Error).message}`)
  }
  const { host, port, user, password, database, ssl, connectionParameters } = client
  const options = connectionParameters?.options
  return {
    host,
    port,
    user,
    database,
    ssl,
    ...(password ? { password } : {}),
    ...(options ? { options } : {}),
  }
}

/** How long to wait for a database that starts at the same time as this process. */
const WAIT_MS = 30_000
const NOT_YET = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', '57P03'])

async function connect(config: ClientConfig, waitMs: number, log: BaseLogger): Promise<pg.Client> {
  const deadline = Date.now() + waitMs
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {}) // the current query fails with it
    try {
      await client.connect()
      return client
    } catch (error) {
      client.end().catch(() => {})
      const { code = '', message } = error as { code?: string; message: string }
      const place = `${config.host}:${config.port}, database ${config.database}`
      if (Date.now() > deadline || !NOT_YET.has(code)) {
        const reason = message || code // several addresses refused: an AggregateError without a message
        const remedy = /startup parameter/.test(reason)
          ? '. A pooler answered this: remove "options" from DATABASE_URL, or connect to PostgreSQL itself.'
          : ''
        throw new ExpectedError(`The database at ${place} cannot be reached: ${reason}${remedy}`, {
          cause: error,
        })
      }
      if (attempt === 1) log.warn({ code }, `waiting for the database at ${place}`)
      await sleep(250)
    }
  }
}
