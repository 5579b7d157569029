import { notFound, Refusal } from '../refusal.ts'
import { traceTransaction } from '../tracing.ts'
import { isWorthAgain, sqlState, unavailable } from './failures.ts'
import { ConnectionPool, type PoolOptions } from './pool.ts'
import { type ReplicaState, Replicas, type ReplicasOptions } from './replicas.ts'

export { refuseForDisk, sqlState, tookTooLong, violates } from './failures.ts'
export { MOST_WAITING } from './pool.ts'

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
  /** Binds a transaction of the directory to the workspace that it has found. */
  bind(workspaceId: string): void
  /** Whether it can write; not on a standby. */
  readonly canWrite: boolean
  /** The workspace that it is bound to, if it is to one. */
  readonly workspaceId: string | undefined
  /** The only boards and pages that exist for it; undefined if all do. */
  readonly definitionIds: readonly string[] | undefined
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
  /** The only boards and pages that exist, with what hangs on their rows; by default all. */
  definitionIds?: readonly string[]
}

/** What a transaction returns without waiting for it. */
export class Unawaited<T> {
  readonly result: Promise<T>

  constructor(result: Promise<T>) {
    result.catch(() => {}) // the transaction fails too, and says so
    this.result = result
  }
}

/**
 * For the end of a transaction: lets COMMIT go out together with the statements that lead to the result. They must all have
 * been begun.
 */
export const withCommit = <T>(result: Promise<T>): Unawaited<T> => new Unawaited(result)

export interface DatabaseOptions extends PoolOptions {
  /** The standbys that may serve reads; none by default. */
  replicas?: Omit<ReplicasOptions, 'poolSize'> | undefined
}

export class Database {
  readonly #primary: ConnectionPool
  readonly #replicas: Replicas | undefined

  constructor({ replicas, ...options }: DatabaseOptions) {
    this.#primary = new ConnectionPool(options)
    this.#replicas = replicas && new Replicas({ ...replicas, poolSize: options.poolSize })
  }

  /** Drops the connections to where the database no longer is; what they were asked is refused with 503. */
  dropElsewhere(): void {
    this.#primary.dropElsewhere()
    this.#replicas?.primaryMoved()
  }

  /** Runs `fn` in one transaction that sees the scope's workspace and no other. */
  withWorkspace<T>(
    scope: TxScope & { workspaceId: string },
    fn: (tx: Tx) => Promise<T | Unawaited<T>>,
  ): Promise<T> {
    return traced(true, () => this.#transaction(scope, fn))
  }

  /**
   * Like `withWorkspace`, for a transaction that only reads. A replica may serve it, if there is one that has everything
   * that was committed before this call; `fn` is run again on the primary if that fails. While there is no primary, a
   * standby serves it that misses nothing acknowledged.
   */
  readWorkspace<T>(
    scope: TxScope & { workspaceId: string },
    fn: (tx: Tx) => Promise<T | Unawaited<T>>,
  ): Promise<T> {
    return traced(true, () => this.#read(scope, fn))
  }

  /** Runs `fn` in one transaction that sees the directory and, with an account, that account's own seats. */
  withDirectory<T>(fn: (tx: Tx) => Promise<T | Unawaited<T>>, scope: TxScope = {}): Promise<T> {
    return traced(false, () => this.#transaction(scope, fn))
  }

  /**
   * Like `withDirectory`, for a question whose answer matters more than what is noted of it. It goes to the primary. While
   * nobody is there, a standby answers it that misses nothing acknowledged, if there is one; `tx.canWrite` is then false,
   * and `fn` may have been run before.
   */
  askDirectory<T>(fn: (tx: Tx) => Promise<T | Unawaited<T>>): Promise<T> {
    return traced(false, () => this.#ask({}, fn))
  }

  /** The same, in a workspace. */
  askWorkspace<T>(
    scope: TxScope & { workspaceId: string },
    fn: (tx: Tx) => Promise<T | Unawaited<T>>,
  ): Promise<T> {
    return traced(true, () => this.#ask(scope, fn))
  }

  /** Connections to the primary in use, idle, and callers waiting. */
  get load(): { total: number; idle: number; waiting: number } {
    return this.#primary.load
  }

  get replicas(): readonly ReplicaState[] {
    return this.#replicas?.states ?? []
  }

  /** Whether there is no primary, and reads go on without it. */
  get standsIn(): boolean {
    return this.#replicas?.isPrimaryDown === true && this.replicas.some(({ standsIn }) => standsIn)
  }

  /** How many reads the primary served in place of a replica, by reason. */
  get fallbacks(): Readonly<Record<string, number>> {
    return this.#replicas?.fallbacks ?? {}
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.close(), this.#replicas?.close()])
  }

  async #read<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    if (!this.#replicas || this.#replicas.isPrimaryDown) return this.#ask(scope, fn)
    const read = await this.#replicas.read(scope, fn).catch((error: unknown) => {
      throw unavailable(error) ?? error
    })
    return read ? read.result : this.#ask(scope, fn)
  }

  async #ask<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    const replicas = this.#replicas
    if (!replicas) return this.#transaction(scope, fn)
    let lost: unknown
    if (!replicas.isPrimaryDown) {
      try {
        return await this.#transaction(scope, fn)
      } catch (error) {
        const isOverloaded = error instanceof Refusal && error.code === 'overloaded'
        if (!isOverloaded || !(await replicas.looksForPrimary())) throw error
        lost = error
      }
    }
    const read = await replicas.standIn(scope, fn)
    if (read) return read.result
    if (lost !== undefined) throw lost
    return this.#transaction(scope, fn)
  }

  async #transaction<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#primary.transaction(scope, fn)
      } catch (error) {
        if (attempt < 4 && isWorthAgain(error)) continue
        throw unavailable(error) ?? outOfReach(scope, error) ?? error
      }
    }
  }
}

async function traced<T>(inWorkspace: boolean, run: () => Promise<T | Unawaited<T>>): Promise<T> {
  const returned = await traceTransaction(inWorkspace, run)
  return returned instanceof Unawaited ? returned.result : returned
}

/**
 * Where only some definitions exist, what belongs to another cannot be written, and something of another that nobody could
 * look up before may be in the way of a unique value.
 */
function outOfReach({ definitionIds }: TxScope, error: unknown): Refusal | undefined {
  if (!definitionIds || error instanceof Refusal) return undefined
  const state = sqlState(error)
  if (state === '42501') return notFound()
  return state === '23505' ? new Refusal('forbidden', 'beyond_token') : undefined
}

/** Sets a mark that `rollBackToMark` returns to, keeping everything before it. */
export const mark = (tx: Tx): void => tx.queue('SAVEPOINT mark')
export const rollBackToMark = (tx: Tx): void => tx.queue('ROLLBACK TO SAVEPOINT mark')
