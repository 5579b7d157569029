import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { BaseLogger } from 'pino'
import { ExpectedError } from '../expected-error.ts'
import { bringUp } from './bring-up.ts'
import type { Cluster } from './cluster.ts'
import { stopPostmaster } from './postmaster.ts'

export type SupervisorEvents = { lost: []; recovered: [afterMs: number] }

/** A lock in the database `postgres` that every process holds, shared, while it uses the cluster. */
const IN_USE = 7_310_599_862_301

/**
 * Keeps one cluster running, from any number of processes at once:
 *
 * | state   | what happens                          | next    |
 * | ------- | ------------------------------------- | ------- |
 * | down    | bringUp connects, and takes the lock  | up      |
 * | up      | its connection ends: `lost`           | down    |
 * | up      | stop(), others hold the lock: release | stopped |
 * | up      | stop(), nobody else: fast shutdown    | stopped |
 * | down    | stop(): no more attempts; shutdown    | stopped |
 *
 * One idle connection notices at once when PostgreSQL dies, no matter who started it. It also holds the lock that says
 * that this process is alive, so the lock goes when the process does, however that ends.
 */
export class Supervisor {
  adopted = false
  readonly #cluster: Cluster
  readonly #log: BaseLogger
  readonly #events: EventEmitter<SupervisorEvents>
  readonly #isAlone: boolean
  #client: Client | null = null
  #recovery: Promise<void> = Promise.resolve()
  #stopped: Promise<void> | null = null
  readonly #stopping = new AbortController()

  /** @param isAlone whether no other process may use the cluster until this one has stopped it */
  constructor(
    cluster: Cluster,
    log: BaseLogger,
    events: EventEmitter<SupervisorEvents>,
    isAlone: boolean,
  ) {
    this.#cluster = cluster
    this.#log = log
    this.#events = events
    this.#isAlone = isAlone
  }

  /** @throws Error if PostgreSQL does not start, see bringUp, or if it should be alone and is not */
  async start(): Promise<void> {
    const { client, adopted } = await bringUp(this.#cluster, this.#log, this.#stopping.signal)
    client.once('end', () => this.#lose(client))
    try {
      if (this.#isAlone) await claim(client, this.#cluster)
      // Waits for a process that is about to stop the database; the connection then ends.
      else await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE])
    } catch (error) {
      await client.end().catch(() => {})
      if (error instanceof ExpectedError) throw error
      this.#log.debug({ err: error }, 'PostgreSQL stopped as soon as it had started')
      return this.start()
    }
    this.#client = client
    this.adopted = adopted
    hold(client, false)
    this.#log.info({ adopted, path: this.#cluster.pgdata }, 'PostgreSQL is running')
  }

  /** Creates the database unless it exists. */
  async ensureDatabase(name: string): Promise<void> {
    const client = this.#client!
    hold(client, true)
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${name}`).catch((error) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error // another process was first
      })
    }
    hold(client, false)
  }

  /** The value of a setting as PostgreSQL was started with it, by whichever process. */
  async setting(name: string): Promise<string> {
    const client = this.#client!
    hold(client, true)
    const { rows } = await client.query('SELECT current_setting($1) AS value', [name])
    hold(client, false)
    return rows[0].value
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    this.#stopped ??= this.#leave()
    return this.#stopped
  }

  #lose(client: Client): void {
    if (this.#client !== client || this.#stopping.signal.aborted) return
    this.#client = null
    this.#recovery = this.#recover()
  }

  async #recover(): Promise<void> {
    const since = performance.now()
    this.#log.error('PostgreSQL has stopped; starting it again')
    this.#events.emit('lost')
    const { signal } = this.#stopping
    while (this.#client === null) {
      try {
        await this.start()
      } catch (error) {
        if (signal.aborted) return
        this.#log.error({ err: error }, 'PostgreSQL is not back yet; trying again in 5 s')
        await sleep(5_000, undefined, { signal }).catch(() => {})
        if (signal.aborted) return
      }
    }
    const afterMs = Math.round(performance.now() - since)
    this.#log.warn({ afterMs }, 'PostgreSQL is back')
    this.#events.emit('recovered', afterMs)
  }

  async #leave(): Promise<void> {
    await this.#recovery
    const client = this.#client
    if (client !== null) hold(client, true)
    // Without a connection we cannot know whether others use it; if they do, they start it again.
    const last = client === null || (await this.#isLast(client))
    if (last && !(await stopPostmaster(this.#cluster))) {
      this.#log.warn('PostgreSQL is still stopping after a minute; leaving it to that')
    }
    await client?.end().catch(() => {})
    this.#log.info({ stopped: last }, 'released PostgreSQL')
  }

  // If several processes stop at once, the one that gets the exclusive lock stops PostgreSQL.
  async #isLast(client: Client): Promise<boolean> {
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [IN_USE])
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [IN_USE])
      return rows[0].last
    } catch {
      return true // PostgreSQL has just died: nothing is left to stop
    }
  }
}

/** Others that start then wait. */
async function claim(client: Client, { dataDir }: Cluster): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [IN_USE])
  if (rows[0].alone) return
  throw new ExpectedError(
    `The service, or another command, uses the database in ${dataDir}: stop it, and run this again.`,
  )
}

/** An idle supervisor must not keep a process alive that has nothing else to do. (The driver's types lack this.) */
function hold(client: Client, alive: boolean): void {
  const held = client as Client & { ref(): void; unref(): void }
  if (alive) held.ref()
  else held.unref()
}
