import { notFound, Refusal } from '../refusal.ts'
import { traceTransaction } from '../tracing.ts'
import { isWorthAgain, sqlState, unavailable } from './failures.ts'
import { ConnectionPool, type PoolOptions } from './pool.ts'
import { type ReplicaState, Replicas, type ReplicasOptions } from './replicas.ts'
import { awaited, type Tx, type TxScope, type Unawaited } from './tx.ts'

export { refuseForDisk, sqlState, tookTooLong, violates } from './failures.ts'
export { MOST_WAITING } from './pool.ts'

export interface DatabaseOptions extends PoolOptions {
  /** The standbys that may serve reads; none by default. */
  replicas?: Omit<ReplicasOptions, 'poolSize'> | undefined
}

/**
 * Requests reach the database only through here. A transaction is bound to one workspace (row-level security shows it
 * no other) or to the directory (the tables that must be read before a workspace is known).
 */
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
   * standby serves it that misses nothing acknowledged. The result does not wait for the answer to COMMIT, unless `fn` queued a
   * statement.
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
    if (!this.#replicas || this.#replicas.isPrimaryDown) return this.#ask(scope, fn, true)
    const read = await this.#replicas.read(scope, fn).catch((error: unknown) => {
      throw unavailable(error) ?? error
    })
    return read ? read.result : this.#ask(scope, fn, true)
  }

  async #ask<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>, isRead = false): Promise<T> {
    const replicas = this.#replicas
    if (!replicas) return this.#transaction(scope, fn, isRead)
    let lost: unknown
    if (!replicas.isPrimaryDown) {
      try {
        return await this.#transaction(scope, fn, isRead)
      } catch (error) {
        const isOverloaded = error instanceof Refusal && error.code === 'overloaded'
        if (!isOverloaded || !(await replicas.looksForPrimary())) throw error
        lost = error
      }
    }
    const read = await replicas.standIn(scope, fn)
    if (read) return read.result
    if (lost !== undefined) throw lost
    return this.#transaction(scope, fn, isRead)
  }

  async #transaction<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>, isRead = false): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#primary.transaction(scope, fn, { isRead })
      } catch (error) {
        if (attempt < 4 && isWorthAgain(error)) continue
        throw unavailable(error) ?? outOfReach(scope, error) ?? error
      }
    }
  }
}

async function traced<T>(inWorkspace: boolean, run: () => Promise<T | Unawaited<T>>): Promise<T> {
  return awaited(await traceTransaction(inWorkspace, run))
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
