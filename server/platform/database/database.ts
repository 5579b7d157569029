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
import { checkDirect, checkPooler, checkServer } from './database-check.ts'
import { type HostState, Primary } from './primary.ts'

/** The database as its owner, for migrations and operator commands. See connectAsApp for all other uses. */
export interface DatabaseHandle {
  /** For what needs a connection of its own: never one that a pooler lends for a transaction. */
  connection: ClientConfig
  /** For `Database`, which needs a connection only for a transaction. The same, unless there is a pooler. */
  pooled: ClientConfig
  /** Calls the listener each time the database has moved to another of the URL's hosts; never for a single host. */
  onMoved(listener: () => void): void
  /** What the URL's hosts report about themselves, if there are several. */
  hosts: readonly HostState[]
  /** The standbys that may serve reads. */
  replicas: readonly ClientConfig[]
  /** Whether `pooled` leads to a pooler that lends connections for one transaction only. */
  isLent: boolean
  /** How many connections the server allows. */
  maxConnections: number
  /** `lost` and `recovered` of the embedded database; an external one emits neither. */
  events: EventEmitter<SupervisorEvents>
  /** Releases the embedded database and stops it if nobody else uses it; end the pools first. */
  stop(): Promise<void>
}

/**
 * Starts or adopts the embedded PostgreSQL, or connects to DATABASE_URL; resolves once it accepts connections.
 * @throws ConfigError if DATABASE_URL, DATABASE_DIRECT_URL or DATABASE_REPLICA_URLS cannot be used
 * @throws Error that says why, if the server is too old or could lose data that it has acknowledged
 */
export async function openDatabase(
  config: Pick<
    Config,
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'databaseReplicaUrls'
    | 'dataDir'
    | 'webProcesses'
    | 'poolSize'
  > &
    Partial<Pick<Config, 'walArchive'>>,
  log: BaseLogger,
  onSpawn?: () => void,
): Promise<DatabaseHandle> {
  const { databaseUrl, databaseDirectUrl } = config
  const replicas = config.databaseReplicaUrls.map((url) => parse(url, REPLICAS))
  const place: External =
    databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          log,
          connections: connectionsFor(config),
          archive: config.walArchive ?? null,
          onSpawn,
        })
      : await external(databaseDirectUrl ?? databaseUrl, databaseDirectUrl ? DIRECT : SHARED, log)
  let behind: External | undefined
  const clients: pg.Client[] = []
  const another = async (connection: ClientConfig, waitMs: number) => {
    clients.push(await connect(connection, waitMs, log))
    return clients.at(-1)!
  }
  const two = async (connection: ClientConfig): Promise<[pg.Client, pg.Client]> => [
    await another(connection, WAIT_MS),
    await another(connection, 0),
  ]
  try {
    let isLent = false
    let maxConnections: number
    if (databaseUrl === null) maxConnections = await checkServer(await another(place.connection, 0))
    else {
      const [client, other] = await two(place.connection)
      maxConnections = await checkServer(client)
      await checkDirect(client, other, databaseDirectUrl ? DIRECT : SHARED)
      if (databaseDirectUrl) {
        behind = await external(databaseUrl, SHARED, log)
        isLent = await checkPooler(await two(behind.connection), client)
      }
    }
    return {
      // Not copies: the embedded database's connection can change.
      get connection() {
        return place.connection
      },
      get pooled() {
        return (behind ?? place).connection
      },
      onMoved(listener) {
        for (const one of [place, behind]) one?.primary?.onMoved(listener)
      },
      get hosts() {
        return place.primary?.states ?? []
      },
      replicas,
      isLent,
      maxConnections,
      events: place.events,
      stop: async () => {
        await behind?.stop()
        await place.stop()
      },
    }
  } catch (error) {
    await behind?.stop()
    await place.stop()
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

const SHARED = 'DATABASE_URL'
const DIRECT = 'DATABASE_DIRECT_URL'
const REPLICAS = 'DATABASE_REPLICA_URLS'
type Setting = typeof SHARED | typeof DIRECT | typeof REPLICAS

/** Where a database is, and what keeps looking if that can change. */
interface External {
  connection: ClientConfig
  primary?: Primary
  events: DatabaseHandle['events']
  stop(): Promise<void>
}

async function external(url: string, setting: Setting, log: BaseLogger): Promise<External> {
  const hosts = urlsOf(url, setting).map((one) => parse(one, setting))
  const events: External['events'] = new EventEmitter()
  if (hosts.length === 1) return { connection: hosts[0]!, events, stop: async () => {} }
  const primary = await Primary.open(hosts, log, WAIT_MS)
  return { connection: primary.connection, primary, events, stop: () => primary.stop() }
}

/** A URL for each host of a URL with several, which the driver does not know. */
function urlsOf(url: string, setting: Setting): string[] {
  const [, start = '', hosts = '', end = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const [path, query] = end.split('?')
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs') ?? 'read-write'
  if (wanted !== 'read-write' && wanted !== 'primary') {
    throw new ConfigError(
      setting,
      'names several hosts, of which only the one that can be written to will do: set target_session_attrs=read-write, or leave it out',
    )
  }
  parameters.delete('target_session_attrs')
  return hosts.split(',').map((host) => `${start}${host}${path}?${parameters}`)
}

// Lets the driver parse the URL and takes its parts: a `connectionString` would override other options.
function parse(connectionString: string, setting: Setting): ClientConfig {
  let client: pg.Client & { connectionParameters?: { options?: string } }
  try {
    client = new pg.Client({ connectionString })
  } catch (error) {
    throw new ConfigError(setting, `cannot be read: ${(error as Error).message}`)
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
