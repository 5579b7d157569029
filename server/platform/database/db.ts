import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { APP_ROLE } from './app-role.ts'
import { Exchange, type Statement } from './exchange.ts'

/**
 * Requests reach the database only through here. A transaction is bound to one workspace (row-level security shows it
 * no other) or to the directory (the tables that must be read before a workspace is known).
 *
 * Connections are pipelined: statements queued in one turn of the event loop go to the server in one exchange. BEGIN,
 * the binding and the first statements cost one round trip together, and so do the last statements and COMMIT.
 */
export interface Tx {
  /** Runs a statement and returns its rows. Its text must be constant: each text is prepared once per connection. */
  run<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>
  /**
   * Like `run`, for a text composed for this request. It is not prepared, because every text would stay on every
   * connection. It is planned for its actual values, so that partial indexes can serve it.
   */
  once<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>
  /** Sends a statement whose rows nobody needs; if it fails, the transaction does. */
  queue(text: string, values?: readonly unknown[]): void
}

/** What a transaction sees: one workspace, and the seats of one account across workspaces. */
export interface TxScope {
  workspaceId?: string
  accountId?: string
  /**
   * Shows the list of all workspaces as well, but nothing in them. Only for operator commands, and to find out whether
   * the first workspace can still be signed up.
   */
  allWorkspaces?: boolean
}

export interface DatabaseOptions {
  /**
   * The owner's connection, of which a pooler may lend one for each transaction: each itself switches to the role that
   * row-level security binds.
   */
  connection: pg.ClientConfig
  poolSize: number
  /** How many callers can wait for a connection before more are refused with 503. */
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

/** How many callers can wait for a connection, unless an option says otherwise. */
export const MOST_WAITING = 512

/**
 * The first statement of every transaction. Everything is set for the transaction only, and nothing for the connection: a
 * pooler may lend each transaction another connection, and that must not have what somebody else set.
 */
const BIND = `
  SELECT set_config('app.workspace_id', $1, true), set_config('app.account_id', $2, true),
    set_config('timezone', 'UTC', true), set_config('statement_timeout', '30s', true),
    set_config('idle_in_transaction_session_timeout', '60s', true),
    set_config('role', '${APP_ROLE}', true)`
const SEE_ALL_WORKSPACES = "SET LOCAL app.all_workspaces = 'on'"

/** What the driver's types do not know of a client: where it is connected to. */
interface Placed {
  host: string
  port: number
  connection: { stream: { destroy(error: Error): void } }
}

/** SQLSTATEs after which the same transaction can simply be run again. */
const RETRYABLE = new Set(['40001', '40P01'])

export class Database {
  readonly #pool: pg.Pool
  readonly #poolSize: number
  readonly #maxWaiting: number
  readonly #connection: pg.ClientConfig
  readonly #clients = new Set<Placed>()
  #closing = false

  constructor(options: DatabaseOptions) {
    this.#poolSize = options.poolSize
    this.#maxWaiting = options.maxWaiting ?? MOST_WAITING
    const { connection } = options
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
      connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
      // Longer than the server's statement_timeout, which usually ends a wait first and keeps the connection.
      query_timeout: options.answerTimeoutMs ?? 40_000,
      application_name: options.applicationName ?? 'sourcebook',
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
    for (const client of this.#clients) {
      if (client.host === host && client.port === port) continue
      client.connection.stream.destroy(new Error('Connection terminated: the database has moved'))
    }
  }

  /** Runs `fn` in one transaction that sees the scope's workspace and no other. */
  withWorkspace<T>(
    scope: TxScope & { workspaceId: string },
    fn: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.#transaction(scope, fn)
  }

  /** Runs `fn` in one transaction that sees the directory and, with an account, that account's own seats. */
  withDirectory<T>(fn: (tx: Tx) => Promise<T>, scope: TxScope = {}): Promise<T> {
    return this.#transaction(scope, fn)
  }

  /** Connections in use, idle, and callers waiting. */
  get load(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  close(): Promise<void> {
    this.#closing = true
    return this.#pool.end()
  }

  /** Callers that are about to get a free connection do not count as waiting. */
  #isFull(): boolean {
    const { total, idle, waiting } = this.load
    return waiting - idle - (this.#poolSize - total) >= this.#maxWaiting
  }

  async #transaction<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(scope, fn)
      } catch (error) {
        if (attempt < 4 && RETRYABLE.has(sqlState(error) ?? '')) continue
        throw unavailable(error) ?? error
      }
    }
  }

  async #attempt<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#isFull()) throw overloaded()
    const client = await this.#pool.connect()
    const tx = new PipelinedTx(client)
    let broken: unknown
    try {
      tx.queue('BEGIN')
      tx.queue(BIND, [scope.workspaceId ?? '', scope.accountId ?? ''])
      if (scope.allWorkspaces) tx.queue(SEE_ALL_WORKSPACES)
      const result = await fn(tx)
      tx.queue('COMMIT')
      await tx.settled()
      tx.end()
      return result
    } catch (error) {
      tx.end()
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure
      })
      // A refusal may explain a failed statement; any other error is only a consequence of it.
      throw error instanceof Refusal ? error : (tx.failure ?? error)
    } finally {
      // The server has become a standby: there is another primary now, or will be.
      client.release(broken !== undefined || sqlState(tx.failure) === '25006')
    }
  }
}

const ENDED = 'a statement after the end of its transaction'

class PipelinedTx implements Tx {
  readonly #client: pg.PoolClient
  /** Statements to send at the end of this turn of the event loop. */
  #waiting: Statement[] = []
  #last: Exchange | undefined
  #hasEnded = false
  /** The error of the first statement that failed: later ones only say that the transaction is aborted. */
  failure: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  run<R>(text: string, values?: readonly unknown[]): Promise<R[]> {
    return this.#ask<R>(text, values, nameOf(text))
  }

  once<R>(text: string, values?: readonly unknown[]): Promise<R[]> {
    return this.#ask<R>(text, values)
  }

  queue(text: string, values?: readonly unknown[]): void {
    // A failure is reported by settled().
    this.#send({ text, values, name: nameOf(text), resolve: () => {}, reject: this.#failed })
  }

  /**
   * From now on, nothing is sent, not even what waits. Behind COMMIT or ROLLBACK, a statement would run by itself, as the
   * owner of the tables and past row-level security.
   */
  end(): void {
    this.#hasEnded = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(ENDED))
  }

  /** Waits for the last statement sent; throws the transaction's first failure. */
  async settled(): Promise<void> {
    this.#flush()
    await this.#last?.ended
    if (this.failure !== undefined) throw this.failure
  }

  #ask<R>(text: string, values: readonly unknown[] | undefined, name?: string): Promise<R[]> {
    const rows = new Promise<R[]>((resolve, fail) => {
      const reject = (error: unknown) => {
        this.#failed(error)
        fail(error)
      }
      this.#send({ text, values, name, resolve: resolve as Statement['resolve'], reject })
    })
    rows.catch(() => {}) // it may be awaited later, or never; settled() reports the failure
    return rows
  }

  readonly #failed = (error: unknown): void => {
    if (!this.#hasEnded) this.failure ??= error
  }

  #send(statement: Statement): void {
    if (this.#hasEnded) throw new Error(ENDED)
    if (this.#waiting.length === 0) process.nextTick(() => this.#flush())
    this.#waiting.push(statement)
  }

  #flush(): void {
    // Its BEGIN may not have been sent.
    if (this.failure !== undefined) {
      for (const { reject } of this.#waiting.splice(0)) reject(this.failure)
    }
    if (this.#waiting.length === 0) return
    this.#last = new Exchange(this.#waiting)
    this.#waiting = []
    this.#client.query(this.#last)
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** Sets a mark that `rollBackToMark` returns to, keeping everything before it. */
export const mark = (tx: Tx): void => tx.queue('SAVEPOINT mark')
export const rollBackToMark = (tx: Tx): void => tx.queue('ROLLBACK TO SAVEPOINT mark')

/** Whether the named constraint (or unique index) caused the error. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint

const overloaded = (cause?: unknown) =>
  new Refusal('overloaded', undefined, { retryAfter: 1 }, cause)

/**
 * 57P0x: the server stops or starts; 53xxx: out of connections, memory or disk; 08xxx: connection lost;
 * 57014, 25P03, 25P04: the statement, the idle transaction or the whole transaction took too long; 25006: the server
 * has become a read-only replica.
 */
const UNAVAILABLE = /^(57P0|53|08|57014|25P03|25P04|25006)/
/** The driver's own errors, which have no code. */
const LOST =
  /Connection terminated|connection error|not queryable|Client was closed|timeout expired|timeout exceeded|read timeout/i

/** A lost or refused connection is our problem, not the caller's: 503, and worth another try. */
function unavailable(error: unknown): Refusal | undefined {
  const state = sqlState(error)
  if (state) return UNAVAILABLE.test(state) ? overloaded(error) : undefined
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const lost =
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    LOST.test(message ?? '')
  return lost ? overloaded(error) : undefined
}
