import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import type { BaseLogger } from 'pino'
import { damage, tellsOfDamage } from '../database-damage.rules.ts'
import { ExpectedError } from '../expected-error.ts'
import { type Cluster, superuser } from './cluster.ts'
import { isFull, noRoom } from './no-room.rules.ts'
import { type Postmaster, spawnPostmaster } from './postmaster.ts'
import { postmasterPid, strangerPid } from './process.ts'

/** A connection to a running database, and whether this process had to start it. */
export interface BroughtUp {
  client: pg.Client
  adopted: boolean
}

const POLL_MS = 15
/** How long a postmaster may live without listening, and how long old server processes may block a new one. */
const PATIENCE_MS = 30_000

/**
 * Connects to the cluster's database; starts PostgreSQL if none runs, and waits while one is starting,
 * recovering or stopping, however long that takes.
 *
 * Any number of processes can do this at once. PostgreSQL's lock file allows only one postmaster, and a process whose
 * own was refused finds that one at its next try.
 *
 * @throws ExpectedError with PostgreSQL's own message if it does not start
 */
export async function bringUp(
  cluster: Cluster,
  log: BaseLogger,
  signal: AbortSignal,
): Promise<BroughtUp> {
  let mine: Postmaster | null = null
  let silentSince = Date.now()
  let loggedAt = Date.now()
  while (!signal.aborted) {
    const answer = await knock(superuser(cluster, 'postgres'))
    if (answer !== 'absent' && answer !== 'busy') {
      await verify(cluster, answer)
      return { client: answer, adopted: mine?.pid !== postmasterPid(cluster.pgdata) }
    }
    if (answer === 'busy') silentSince = Date.now()
    else if (mine !== null && !mine.running()) {
      // Another postmaster may hold the lock, or server processes may outlive a killed postmaster for a moment.
      const words = mine.output()
      if (isFull(words)) throw new ExpectedError(noRoom(cluster.pgdata))
      const passing = /lock file|shared memory block/.test(words)
      if (!passing || overdue(silentSince)) throw new ExpectedError(whyNot(words, cluster))
      mine = null
      await sleep(200)
    } else if (mine === null && postmasterPid(cluster.pgdata) === null) {
      const stranger = strangerPid(cluster.pgdata)
      if (stranger !== null) {
        throw new ExpectedError(
          `Another PostgreSQL (pid ${stranger}) runs on ${cluster.pgdata}: stop it, or set DATA_DIR to another directory.`,
        )
      }
      mine = await spawnPostmaster(cluster)
    } else if (overdue(silentSince)) {
      throw new ExpectedError(`PostgreSQL (pid ${postmasterPid(cluster.pgdata)}) does not answer`)
    }
    if (Date.now() - loggedAt > 10_000) {
      loggedAt = Date.now()
      log.info({ log: cluster.logFile }, 'waiting for PostgreSQL')
    }
    await sleep(POLL_MS)
  }
  throw new ExpectedError('the start of PostgreSQL was cancelled')
}

/** Why PostgreSQL does not start, and what to do about it where that can be told. */
function whyNot(words: string, { pgdata }: Cluster): string {
  if (tellsOfDamage(words)) return damage(words)
  const says = `PostgreSQL does not start:\n${words.trim()}`
  return /invalid permissions/.test(words)
    ? `${says}\nClose it to others: chmod 700 ${pgdata}`
    : says
}

const overdue = (since: number) => Date.now() - since > PATIENCE_MS

/** SQLSTATEs of a server that is starting, recovering, stopping or full: it is there, so try again. */
const BUSY = new Set(['57P01', '57P02', '57P03', '53300'])

async function knock(config: ClientConfig): Promise<pg.Client | 'absent' | 'busy'> {
  const client = new pg.Client({
    ...config,
    application_name: 'sourcebook supervisor',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // the supervisor listens to 'end', which follows
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    const { code = '' } = error as { code?: string }
    if (BUSY.has(code)) return 'busy'
    // The server refused us, or we may not open its socket. Any other error means that no server listens there.
    if (error instanceof pg.DatabaseError || code === 'EACCES') throw error
    return 'absent'
  }
}

// A port or a directory in /tmp may now belong to another server.
async function verify(cluster: Cluster, client: pg.Client): Promise<void> {
  if (cluster.endpoint.private) return
  const { rows } = await client.query('SHOW cluster_name')
  if (rows[0].cluster_name === cluster.name) return
  await client.end()
  throw new ExpectedError(
    `${cluster.endpoint.client().host} answers for another database: remove it`,
  )
}
