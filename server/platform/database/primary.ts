import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import type { BaseLogger } from 'pino'
import { ExpectedError } from '../expected-error.ts'

/** What one of several hosts reports about itself. */
export interface HostState {
  /** As `host:port`. */
  place: string
  /** Rises with each promotion; null for a standby, and for a host that cannot be reached. */
  timeline: number | null
  /** Why it is not the primary. */
  problem: string | null
}

/** How often the primary is asked whether it still is one, and how long it may take to answer. */
const CHECK_MS = 1_000
const ANSWER_MS = 2_000
/** How soon all hosts are asked again while none is the primary. */
const AGAIN_MS = 250

const STATE = `
  SELECT pg_is_in_recovery() AS standby, CASE WHEN NOT pg_is_in_recovery() THEN
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END AS timeline`

/**
 * Which of several hosts has the database that can be written to. It asks the one in use once a second, and all of them
 * when that does not answer or has become a standby. Nothing here promotes a standby: that is for whoever runs them.
 */
export class Primary {
  /** `host` and `port` change when another host is promoted: copy it no earlier than to connect. */
  readonly connection: ClientConfig
  readonly #hosts: ClientConfig[]
  readonly #log: BaseLogger
  readonly #stopping = new AbortController()
  readonly #listeners: (() => void)[] = []
  #at = 0
  #states: HostState[] = []
  #watching: Promise<void> = Promise.resolve()

  private constructor(hosts: ClientConfig[], log: BaseLogger) {
    this.#hosts = hosts
    this.#log = log
    this.connection = Object.defineProperties(
      { ...hosts[0] },
      {
        host: { enumerable: true, get: () => this.#hosts[this.#at]!.host },
        port: { enumerable: true, get: () => this.#hosts[this.#at]!.port },
      },
    )
  }

  /**
   * Finds the primary among `hosts`, and keeps looking where it is until `stop`.
   * @throws ExpectedError if there is none within `waitMs`
   */
  static async open(hosts: ClientConfig[], log: BaseLogger, waitMs: number): Promise<Primary> {
    const primary = new Primary(hosts, log)
    const deadline = Date.now() + waitMs
    while (!(await primary.#find())) {
      if (Date.now() > deadline) {
        const problems = primary.#states
          .map(({ place, problem }) => `${place}: ${problem}`)
          .join('; ')
        throw new ExpectedError(`None of the database's hosts can be written to (${problems}).`)
      }
      await sleep(AGAIN_MS)
    }
    primary.#watching = primary.#watch()
    return primary
  }

  /** What the hosts said when they were last all asked. */
  get states(): readonly HostState[] {
    return this.#states
  }

  /** Calls `listener` each time another host has become the primary. */
  onMoved(listener: () => void): void {
    this.#listeners.push(listener)
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    return this.#watching
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#untilLost(signal).catch(() => {})
      while (!signal.aborted) {
        const before = this.#at
        if (await this.#find()) {
          if (this.#at !== before) {
            this.#log.warn(`the database is now at ${placeOf(this.connection)}`)
            for (const listener of this.#listeners) listener()
          }
          break
        }
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  /** Resolves or rejects when the host in use is not the primary any more. */
  async #untilLost(signal: AbortSignal): Promise<void> {
    const lost = new AbortController()
    const client = clientFor(this.connection)
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    try {
      await client.connect()
      for (;;) {
        const { rows } = await client.query<{ standby: boolean }>(STATE)
        if (rows[0]!.standby) return
        await sleep(CHECK_MS, undefined, { signal: AbortSignal.any([signal, lost.signal]) })
      }
    } finally {
      client.end().catch(() => {})
    }
  }

  /** Asks all hosts. Of several that can be written to, the one promoted last counts: the others have come back by mistake. */
  async #find(): Promise<boolean> {
    this.#states = await Promise.all(this.#hosts.map(ask))
    const last = Math.max(...this.#states.map(({ timeline }) => timeline ?? 0))
    const at = this.#states.findIndex(({ timeline }) => timeline === last)
    if (at !== -1) this.#at = at
    return at !== -1
  }
}

async function ask(host: ClientConfig): Promise<HostState> {
  const place = placeOf(host)
  const client = clientFor(host)
  client.on('error', () => {}) // the current query fails with it
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean; timeline: number | null }>(STATE)
    const { standby, timeline } = rows[0]!
    return { place, timeline, problem: standby ? 'a standby' : null }
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return { place, timeline: null, problem: message || code || 'not reached' }
  } finally {
    client.end().catch(() => {})
  }
}

const clientFor = (host: ClientConfig): pg.Client =>
  new pg.Client({
    ...host,
    application_name: 'sourcebook primary',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })

const placeOf = ({ host, port }: ClientConfig): string => `${host}:${port}`
