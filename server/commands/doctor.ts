import { parseArgs } from 'node:util'
import pg from 'pg'
import { unsealedSince } from '../domains/chain/verifying.ts'
import { allWorkspaces, findLateErasures, findSharedAddress } from '../domains/workspaces/sweeps.ts'
import { type Config, ConfigError, loadConfig, misspelled } from '../platform/config.ts'
import { checkAppRole } from '../platform/database/app-role.ts'
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { schemaState } from '../platform/database/migrate.ts'
import type { HostState } from '../platform/database/primary.ts'
import { Replicas } from '../platform/database/replicas.ts'
import { openLog } from '../platform/log.ts'
import { isPrivateAddress } from '../platform/outbound/private-addresses.rules.ts'
import {
  connectionsFor,
  directConnectionsFor,
  isRoomFor,
  poolShare,
} from '../platform/processes/group.rules.ts'
import { checkArchiving } from './archiving.ts'
import { checkCluster } from './cluster-checks.ts'
import { findServerVersion, findStandbySettings } from './doctor.sql.ts'
import { drill } from './drill.ts'
import { isThere } from './found-database.ts'
import { checkSecretKey, rotationState } from './secret-key.ts'
import { checkClock, checkSurroundings, type Say } from './surroundings.ts'

/** Prints one line for each check. The exit status is 1 if one of them fails; a warning does not count. */
export async function doctor(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { drill: { type: 'string' } } })
  const say: Say = (well, what) => {
    console.log(`${well === 'warn' ? 'WARN' : well ? 'ok  ' : 'FAIL'}  ${what}`)
    if (!well) process.exitCode = 1
  }
  for (const sentence of misspelled(process.env)) say('warn', sentence)
  const config = readConfig(say)
  if (!config) return
  if (values.drill !== undefined) return drill(config, values.drill, say)
  sayOfEmail(config, say)
  await checkSurroundings(config, say)
  const handle = await openThere(config, say)
  if (!handle) return
  const { connection } = handle
  const db = new Database({ connection: handle.pooled, poolSize: 1 })
  const client = new pg.Client(connection)
  try {
    await client.connect()
    say(true, `PostgreSQL ${await findServerVersion(client)} keeps what it acknowledges`)
    await checkClock(client, say)
    if (handle.hosts.length > 0) sayHosts(handle.hosts, say)
    if (config.databaseDirectUrl !== null) say(true, WAYS[handle.isLent ? 'lent' : 'kept'])
    if (handle.isLent) sayDirectRoom(say, config, handle.maxConnections)
    else sayRoom(say, config, handle.maxConnections)
    await checkArchiving(client, config.walArchive, say)
    const state = await schemaState(client)
    say(state !== 'older', SCHEMA[state])
    if (state !== 'current') return
    await checkCluster(client, config, say)
    await sayReplicas(config, handle, say)
    await checkAppRole(db)
    say(true, 'requests run as a role that row-level security binds')
    const isSealed = await checkSecretKey(config, db)
    say(
      true,
      isSealed
        ? 'the secret key opens what is sealed'
        : 'nothing is sealed yet, so any secret key will do',
    )
    const rotation = await rotationState(config, db)
    if (rotation) say(rotation === 'ended', ROTATION[rotation])
    await checkChain(db, say)
    await checkErasures(db, say)
    if (config.trustProxy === 0) await checkProxy(db, say)
  } catch (error) {
    say(false, (error as Error).message)
  } finally {
    await client.end()
    await db.close()
    await handle.stop()
  }
}

/** Opening the database checks its version, and that it does not lose writes that it has acknowledged. */
async function openThere(config: Config, say: Say): Promise<DatabaseHandle | undefined> {
  try {
    if (await isThere(config)) return await openDatabase(config, openLog('error'))
    say(
      'warn',
      `there is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL to what the service uses, unless it has never been started`,
    )
  } catch (error) {
    say(false, (error as Error).message)
  }
  return undefined
}

/** After this long, what happened should be in the chain of history. Workers seal within minutes. */
const LATE_MS = 3_600_000

async function checkChain(db: Database, say: Say): Promise<void> {
  for (const { id, slug } of await allWorkspaces(db)) {
    const since = await unsealedSince(db, id)
    if (since === null || Date.now() - since.getTime() < LATE_MS) continue
    say(
      false,
      `history of ${slug} has not been sealed since ${since.toISOString()}: is a worker running? If there is one, ` +
        'its log says why it cannot seal; after an upgrade it can take a while',
    )
    return
  }
  say(true, 'history is sealed up to the last minutes')
}

/** What should be erased by now, and what keeps it. */
async function checkErasures(db: Database, say: Say): Promise<void> {
  for (const { what, id, since, fault } of await findLateErasures(db)) {
    const why = fault ?? 'nothing has tried to; is a worker running?'
    say('warn', `the ${what} ${id} has waited to be erased since ${since.toISOString()}: ${why}`)
  }
}

/** Whether everybody seems to have one address, because nobody told the service of the proxy in front. */
async function checkProxy(db: Database, say: Say): Promise<void> {
  const shared = await findSharedAddress(db)
  if (shared === undefined || !isPrivateAddress(shared)) return
  say(
    'warn',
    `everybody signed in from ${shared}: if that is a proxy, set TRUST_PROXY to the number of proxies, or all share the limits of one address`,
  )
}

/** Which of several hosts is the primary, and what the others are. */
function sayHosts(hosts: readonly HostState[], say: Say): void {
  const primaries = hosts.filter(({ timeline }) => timeline !== null)
  const last = primaries.toSorted((a, b) => b.timeline! - a.timeline!)[0]!
  const others = hosts.filter((host) => host !== last)
  const problems = others.map(({ place, problem }) => `${place}: ${problem ?? 'takes writes too'}`)
  const remedy =
    primaries.length > 1
      ? '. Two primaries lose writes: stop the one that was promoted earlier, and make it a standby'
      : ''
  say(primaries.length === 1, `the primary is ${last.place} (${problems.join('; ')})${remedy}`)
}

/** Whether reads can go to each replica, and how the standby decides between them and what it has to replay. */
async function sayReplicas(
  { replicaWaitMs }: Config,
  { connection, replicas }: DatabaseHandle,
  say: Say,
): Promise<void> {
  const looking = new Replicas({
    primary: connection,
    connections: replicas,
    waitMs: replicaWaitMs,
    poolSize: 1,
    log: openLog('silent'),
  })
  await looking.looked()
  for (const [at, { place, isUsable, fault, lagBytes }] of looking.states.entries()) {
    if (fault) {
      say(false, `no reads go to the replica at ${place}: ${fault}`)
      continue
    }
    const behind = `${lagBytes} bytes behind`
    const client = new pg.Client(replicas[at])
    try {
      await client.connect()
      const { feedback, delay } = await findStandbySettings(client)
      say(
        isUsable,
        `the replica at ${place} is a standby of this primary, ${isUsable ? behind : `but ${behind}, and did not catch up within REPLICA_WAIT_MS=${replicaWaitMs}`} (hot_standby_feedback = ${feedback}, max_standby_streaming_delay = ${delay})`,
      )
    } finally {
      await client.end()
    }
  }
  await looking.close()
}

/** Whether the server allows the connections that the processes of `start` may open together. */
function sayRoom(say: Say, config: Config, maxConnections: number): void {
  const { webProcesses, poolSize } = config
  const needed = connectionsFor(config)
  const each = poolShare(config, maxConnections)
  const room = `the server allows ${maxConnections} connections, and WEB_PROCESSES=${webProcesses} with POOL_SIZE=${poolSize} needs ${needed}`
  const remedy = `set max_connections to ${needed} or more, or WEB_PROCESSES or POOL_SIZE to less`
  if (each === poolSize) {
    say(true, `the server allows ${maxConnections} connections, which is enough`)
  } else if (isRoomFor(config, maxConnections)) {
    say(true, `${room}, so "start" lets each process pool ${each}; for all of them, ${remedy}`)
  } else say(false, `${room}: ${remedy}`)
}

/** The same for what goes past a pooler. How many connections it opens itself, only its own settings say. */
function sayDirectRoom(say: Say, config: Config, maxConnections: number): void {
  const needed = directConnectionsFor(config)
  const well = needed < maxConnections
  const then = well
    ? 'its own (default_pool_size) have to fit into the rest'
    : 'set max_connections to more, or WEB_PROCESSES to less'
  say(
    well,
    `the server allows ${maxConnections} connections, and up to ${needed} go past the pooler: ${then}`,
  )
}

const WAYS = {
  lent: 'DATABASE_URL leads through a pooler that shares connections between transactions, DATABASE_DIRECT_URL leads past it, and both to the same database',
  kept: 'DATABASE_URL and DATABASE_DIRECT_URL lead to the same database; no pooler shares connections between transactions there, so DATABASE_URL alone would do',
}

const SCHEMA = {
  empty: 'the database is empty: "sourcebook web" or "sourcebook migrate" will fill it',
  older: 'the schema is from an older release: run "sourcebook migrate", or start the service',
  current: 'the schema is up to date',
}

const ROTATION = {
  begun:
    'a rotation of the secret key has begun and not ended: run "sourcebook rotate-key", unless it is running now',
  ended:
    'everything is sealed with SECRET_KEY: unset SECRET_KEY_BEFORE in every process, and restart it',
}

/** What the settings say. Whether the mail server outside really hands email over is not asked. */
function sayOfEmail({ inboundDomain, inboundSmtpPort, inboundLmtpPort, host }: Config, say: Say) {
  if (inboundDomain === null) return
  const ports = [
    ...(inboundSmtpPort === 0 ? [] : [`${host}:${inboundSmtpPort} by SMTP`]),
    ...(inboundLmtpPort === 0 ? [] : [`${host}:${inboundLmtpPort} by LMTP`]),
  ]
  if (ports.length === 0) {
    return say(
      false,
      `INBOUND_DOMAIN is ${inboundDomain}, but nothing takes email: set INBOUND_SMTP_PORT or INBOUND_LMTP_PORT`,
    )
  }
  say(
    true,
    `email for ${inboundDomain} is taken at ${ports.join(' and ')}: the domain’s MX record has to name your mail ` +
      'server, and that has to hand everything for the domain over there',
  )
}

function readConfig(say: Say) {
  try {
    const config = loadConfig(process.env)
    say(true, 'the settings can be read')
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    say(false, error.message)
    return undefined
  }
}
