import pg, { type ClientConfig } from 'pg'
import { isTakenByNobody, sqlState } from './failures.ts'
import type { ServerFacts } from './replicas.rules.ts'

/** How long a server may take to let us in, and to answer. */
const ANSWER_MS = 2_000

const POSITION = {
  name: 'position',
  text: `SELECT pg_is_in_recovery() AS "isStandby", pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery()
      THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0')::bigint AS position`,
}
const FACTS = {
  name: 'facts',
  text: `SELECT (SELECT oid FROM pg_database WHERE datname = current_database())::text AS database,
      (SELECT max(version) FROM schema_migrations) AS schema,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "clockMs",
      extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt",
      current_setting('synchronous_commit') AS "commitsWhen",
      (SELECT coalesce(substring(conninfo FROM '(?:^| )application_name=(\\S+)'),
          substring(conninfo FROM 'fallback_application_name=(\\S+)')) FROM pg_stat_wal_receiver) AS name,
      (SELECT coalesce(json_agg(json_build_object('name', application_name, 'kind', sync_state)), '[]')
        FROM pg_stat_replication) AS standbys`,
}
const SYSTEM = 'SELECT system_identifier::text AS system FROM pg_control_system()'

export type Position = Pick<ServerFacts, 'isStandby' | 'position'>

/** Asks one server where it stands, on a connection of its own. */
export class Sentry {
  readonly #connection: ClientConfig
  readonly #onLost: () => void
  #client: pg.Client | undefined
  #connected: Promise<{ client: pg.Client; system: string | null }> | undefined
  #asked: Promise<Position> | undefined
  #next: Promise<Position> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false
  /** Whether it took no connection when it was last asked: then it takes no writes either. */
  isDown = false

  /** @param onLost is called when the connection is lost */
  constructor(connection: ClientConfig, onLost: () => void) {
    this.#connection = connection
    this.#onLost = onLost
  }

  /**
   * Its position, no older than this call. Everybody who asks while an answer is on its way shares the next one.
   * @throws Error if it does not answer
   */
  position(): Promise<Position> {
    if (this.#next) return this.#next
    if (!this.#asked) return this.#askPosition()
    this.#next = this.#asked
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.#askPosition()
      })
    return this.#next
  }

  /** @throws Error if it does not answer */
  async facts(): Promise<ServerFacts> {
    return this.#ask(async (client, system) => {
      const { rows: positions } = await client.query<Position>(POSITION)
      const { rows } = await client.query<Omit<ServerFacts, 'system' | keyof Position>>(FACTS)
      return { ...positions[0]!, ...rows[0]!, system }
    })
  }

  /** Asks on another connection from now on, to where the server is then. */
  drop(): void {
    if (!this.#connected) return
    this.#connected = undefined
    this.#client?.end().catch(() => {})
    this.#client = undefined
    this.#onLost()
  }

  close(): void {
    this.#isClosed = true
    this.drop()
  }

  #askPosition(): Promise<Position> {
    const asked = this.#ask(async (client) => (await client.query<Position>(POSITION)).rows[0]!)
    this.#asked = asked
    const end = () => {
      if (this.#asked === asked) this.#asked = undefined
    }
    asked.then(end, end)
    return asked
  }

  /** One after another: the connection takes one question at a time. */
  #ask<R>(ask: (client: pg.Client, system: string | null) => Promise<R>): Promise<R> {
    const asked = this.#last.then(() => this.#askNow(ask))
    this.#last = asked.catch(() => {})
    return asked
  }

  async #askNow<R>(ask: (client: pg.Client, system: string | null) => Promise<R>): Promise<R> {
    if (this.#isClosed) throw new Error('closed')
    this.#connected ??= this.#connect()
    const connected = this.#connected
    try {
      const { client, system } = await connected
      const answer = await ask(client, system)
      this.isDown = false
      return answer
    } catch (error) {
      this.isDown = isTakenByNobody(error)
      if (this.#connected === connected) this.drop()
      throw error
    }
  }

  async #connect() {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'sourcebook replicas',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    this.#client = client
    const lose = () => {
      if (this.#client === client) this.drop()
    }
    client.on('error', lose)
    client.on('end', lose)
    await client.connect()
    return { client, system: await systemOf(client) }
  }
}

/** Which server it is; null if it does not say. @throws Error if it does not answer, so that it is asked again. */
async function systemOf(client: pg.Client): Promise<string | null> {
  try {
    const { rows } = await client.query<{ system: string }>(SYSTEM)
    return rows[0]!.system
  } catch (error) {
    // Not every user may ask, on every service.
    if (sqlState(error) === undefined) throw error
    return null
  }
}
