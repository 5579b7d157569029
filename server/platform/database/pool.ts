import pg from 'pg'
import { VERSION } from '../../../contract/language/version.ts'
import { Refusal } from '../refusal.ts'
import { Turns } from '../sharing/turns.ts'
import { APP_ROLE } from './app-role.ts'
import { ClusterTx, REFUSES_CLUSTER } from './cluster/cluster-tx.ts'
import { isNewsOfCluster } from './cluster/failures.rules.ts'
import { overloaded, sqlState } from './failures.ts'
import { PipelinedTx } from './pipelined-tx.ts'
import { type Query, type Tx, type TxScope, Unawaited } from './tx.ts'

export interface PoolOptions {
  /**
   * The owner's connection, of which a pooler may lend one for each transaction: each itself switches to the role that
   * row-level security binds.
   */
  connection: pg.ClientConfig
  poolSize: number
  /** How many callers of one workspace can wait for a connection before more are refused with 503. */
  maxWaiting?: number
  /** How long a caller waits for a connection before it is refused with 503. */
  connectTimeoutMs?: number
  /** After this long without an answer the connection is dropped: the server is frozen or unreachable. */
  answerTimeoutMs?: number
  applicationName?: string
  onConnectionError?: (error: Error) => void
}

// Counts and positions are int8 and stay below 2^53 by construction.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How many callers of one workspace can wait for a connection, unless an option says otherwise. */
export const MOST_WAITING = 512

const SETTINGS = `set_config('app.workspace_id', $1, true), set_config('app.account_id', $2, true),
    set_config('timezone', 'UTC', true), set_config('statement_timeout', '25s', true),
    set_config('idle_in_transaction_session_timeout', '60s', true),
    set_config('role', '${APP_ROLE}', true)`

/**
 * The first statement of every transaction. Everything is set for the transaction only, and nothing for the connection: a
 * pooler may lend each transaction another connection, and that must not have what somebody else set. A statement that takes
 * too long is ended before our clients give up, which wait for 30 s.
 */
const BIND = `
  SELECT ${SETTINGS}, ${REFUSES_CLUSTER}`

/** The same for a `ClusterTx`. */
const BIND_THERE = `
  SELECT ${SETTINGS}`

/**
 * The same on a replica, which fails (division by zero) unless this is a standby that has replayed everything up to a
 * position. It is checked here and not only before, because an address may lead to several servers. A table that the primary
 * has locked is not waited for: the replay may be held up while it has the lock.
 */
const BIND_AT = `
  SELECT ${SETTINGS}, set_config('lock_timeout', '1s', true), 1 / coalesce(pg_is_in_recovery()
    AND pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= $3::bigint, false)::int AS current`

/**
 * The same, for the standby that was started then and has replayed everything that it has received. If that ends within an entry
 * of the log, it never has.
 */
const BIND_AT_ALL = `
  SELECT ${SETTINGS}, set_config('lock_timeout', '1s', true), 1 / coalesce(pg_is_in_recovery()
    AND pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
    AND extract(epoch FROM pg_postmaster_start_time())::text = $3, false)::int AS current`
const SEE_DEFINITIONS = "SELECT set_config('app.definitions', $1, true)"
const SEE_ALL_WORKSPACES = "SET LOCAL app.all_workspaces = 'on'"

/** Everything up to a position, or everything that the server that was started then has received. */
export type Replayed = number | { startedAt: string }

export interface TransactionOptions {
  /**
   * On a replica, what it must have replayed. Any failure is then thrown as it is, because the primary can be asked for the
   * same.
   */
  at?: Replayed
  /** Whether nothing depends on its end, so that the result need not wait for the answer to COMMIT. */
  isRead?: boolean
}

/** What the driver's types do not know of a client: where it is connected to. */
interface Placed {
  host: string
  port: number
  connection: { stream: { destroy(error: Error): void } }
}

/** Connections to one server, of which each transaction takes one. */
export class ConnectionPool {
  readonly #pool: pg.Pool
  /** Each workspace has its share of the connections, so that one with many slow lists leaves some to the others. */
  readonly #turns: Turns
  readonly #connection: pg.ClientConfig
  readonly #clients = new Set<Placed>()
  #closing = false
  /** As a transaction has found out; there is no way back. */
  #isCluster = false

  constructor(options: PoolOptions) {
    const { connection, connectTimeoutMs = 10_000 } = options
    this.#turns = new Turns({
      atOnce: options.poolSize,
      mostWaiting: 2 * (options.maxWaiting ?? MOST_WAITING),
      mostWaitMs: connectTimeoutMs,
      refuse: overloaded,
    })
    /** Connects to where the database is now: the pool keeps what it was given at first. */
    class Client extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super({ ...config, ...connection })
      }
    }
    this.#pool = new pg.Pool({
      ...connection,
      Client,
      max: options.poolSize,
      pipeline: true,
      connectionTimeoutMillis: connectTimeoutMs,
      // Longer than the server's statement_timeout, which usually ends a wait first and keeps the connection.
      query_timeout: options.answerTimeoutMs ?? 40_000,
      application_name: options.applicationName ?? `sourcebook ${VERSION}`,
    } as unknown as pg.PoolConfig)
    this.#pool.on('error', (error) => {
      if (!this.#closing) options.onConnectionError?.(error)
    })
    // The pool listens for errors only while a connection is idle. If one is lost during a transaction, its statements
    // fail; without a listener, the loss would also end the process.
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
      this.#clients.add(client as unknown as Placed)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client as unknown as Placed))
    this.#connection = connection
  }

  /** Drops the connections to where the database no longer is; what they were asked is refused with 503. */
  dropElsewhere(): void {
    const { host, port } = this.#connection
    this.#drop((client) => client.host !== host || client.port !== port, 'the database has moved')
  }

  /** Drops all connections: the server does not answer. */
  dropAll(): void {
    this.#drop(() => true, 'the server does not answer')
  }

  /** Connections in use, idle, and callers waiting. */
  get load(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { total: totalCount, idle: idleCount, waiting: waitingCount + this.#turns.waiting }
  }

  close(): Promise<void> {
    this.#closing = true
    return this.#pool.end()
  }

  /** Runs `fn` in one transaction, once. A pool that is closing refuses it with 503. */
  transaction<T>(
    scope: TxScope,
    fn: (tx: Tx) => Promise<T>,
    { at, isRead = at !== undefined }: TransactionOptions = {},
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = () => this.#transaction(scope, fn, isRead ? resolve : undefined, at)
    // Its turn ends with the transaction, which can be after its result.
    this.#turns.take(scope.workspaceId ?? '', run).then(resolve, reject)
    return promise
  }

  async #transaction<T>(
    scope: TxScope,
    fn: (tx: Tx) => Promise<T>,
    answer: ((result: T) => void) | undefined,
    at: Replayed | undefined,
  ): Promise<T> {
    if (this.#closing) throw overloaded()
    const client = await this.#pool.connect()
    const tx = new (this.#isCluster ? ClusterTx : PipelinedTx)(client, scope, at === undefined)
    let broken: unknown
    try {
      tx.begin(this.#settingsOf(scope, at))
      const result = await fn(tx)
      // Statements that are still under way are answered together with COMMIT.
      if (!tx.hasQueued && !(result instanceof Unawaited)) answer?.(result)
      await tx.commit()
      return result
    } catch (error) {
      tx.end()
      this.#isCluster ||= isNewsOfCluster(tx.failure)
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure
      })
      // A refusal may explain a failed statement; any other error is only a consequence of it.
      throw error instanceof Refusal && at === undefined ? error : (tx.failure ?? error)
    } finally {
      // The server has become a standby: there is another primary now, or will be.
      const isDemoted = at === undefined && sqlState(tx.failure) === '25006'
      client.release(broken !== undefined || isDemoted)
    }
  }

  #settingsOf(scope: TxScope, at: Replayed | undefined): Query[] {
    const bound = [scope.workspaceId ?? '', scope.accountId ?? '']
    const settings: Query[] =
      at === undefined
        ? [[this.#isCluster ? BIND_THERE : BIND, bound]]
        : typeof at === 'number'
          ? [[BIND_AT, [...bound, at]]]
          : [[BIND_AT_ALL, [...bound, at.startedAt]]]
    if (scope.definitionIds) settings.push([SEE_DEFINITIONS, [`{${scope.definitionIds.join()}}`]])
    if (scope.allWorkspaces) settings.push([SEE_ALL_WORKSPACES, []])
    return settings
  }

  #drop(which: (client: Placed) => boolean, why: string): void {
    for (const client of this.#clients) {
      if (!which(client)) continue
      client.connection.stream.destroy(new Error(`Connection terminated: ${why}`))
    }
  }
}
