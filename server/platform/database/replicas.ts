import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { BaseLogger } from 'pino'
import { Refusal } from '../refusal.ts'
import { within } from '../within.ts'
import { checkAppRole } from './app-role.ts'
import { sqlState } from './failures.ts'
import { ConnectionPool, type Replayed } from './pool.ts'
import {
  type Candidate,
  chosenFor,
  isAwaited,
  isWorthPrimary,
  replicaFault,
} from './replicas.rules.ts'
import { Sentry } from './sentry.ts'
import type { Tx, TxScope } from './tx.ts'

export interface ReplicasOptions {
  /** Past any pooler: it is asked how far it has written. */
  primary: ClientConfig
  connections: readonly ClientConfig[]
  /** How long a read waits for a replica to catch up. One that takes longer is behind, and gets no reads until it has. */
  waitMs: number
  poolSize: number
  log: BaseLogger
}

/** Why a read was served by the primary. */
export type Fallback = 'unfit' | 'behind' | 'failed'

/** What `/metrics` reports on a replica. */
export interface ReplicaState {
  /** As `host:port`. */
  place: string
  /** Whether reads go there. */
  isUsable: boolean
  /** Why they do not; null if it is only behind. */
  fault: string | null
  /** What the primary had written and it had not replayed when it was last looked at. */
  lagBytes: number
  /** How long it took to replay what the primary had; while it is behind, for how long it has been. */
  lagMs: number
  /** Whether reads go on there while there is no primary. */
  standsIn: boolean
  /** The reads that it has served. */
  reads: number
}

/** How often each replica is looked at: while all is well, and while it is behind. */
const CHECK_MS = 1_000
const AGAIN_MS = 250
/** How soon a replica is asked again for its position while a read waits for it. */
const POLL_MS = 2
/** How long a read waits for a connection to a replica before it goes to the primary. */
const CONNECT_MS = 2_000
/** How long a read waits for a standby to replay what it has received, while there is no primary that could serve it. */
const ALONE_MS = 2_000
const UNKNOWN = 'it has not been asked yet'
const NO_PRIMARY = 'the primary is not known'
/** A division by zero: how a transaction fails that finds too little replayed. */
const NOT_REPLAYED = '22012'

/**
 * The standbys that serve reads. A read asks the primary how far it has written, and goes to a replica that has replayed as
 * much: so it sees everything that anybody can know of when it begins. The primary serves it if no replica has that soon
 * enough, or if the replica fails.
 *
 * While the primary is down, reads go to the standby that each of its commits waited for. It has stored whatever was acknowledged,
 * and each read checks that it has replayed all that it has. This holds also if the primary is not down after all and goes on
 * for others, because it still waits for that standby. Somebody would have to take the standby out of
 * `synchronous_standby_names` in the second since it was looked at. A primary that only says nothing is not taken for down: it
 * may have given its standby up, if both cannot be reached from there.
 */
export class Replicas {
  readonly #primary: Sentry
  readonly #replicas: readonly Replica[]
  readonly #waitMs: number
  readonly #fallbacks: Record<Fallback, number> = { unfit: 0, behind: 0, failed: 0 }

  constructor({ primary, connections, waitMs, poolSize, log }: ReplicasOptions) {
    this.#waitMs = waitMs
    // Where the primary is lost there may be another one, which a replica need not follow.
    this.#primary = new Sentry(primary, () => {
      for (const replica of this.#replicas ?? []) replica.doubt()
    })
    this.#replicas = connections.map(
      (connection) => new Replica(connection, { primary: this.#primary, waitMs, poolSize, log }),
    )
  }

  /** Runs `fn` on a replica; undefined if the primary has to run it. */
  async read<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<{ result: T } | undefined> {
    if (!this.#replicas.some(({ isUsable }) => isUsable)) return this.#leave()
    const deadline = performance.now() + this.#waitMs
    const found = await before(deadline, this.#primary.position())
    const replica = found && chosenFor(this.#replicas, found.position)
    if (!replica || found.isStandby) return this.#leave()
    if (!(await replica.reaches(found.position, deadline))) {
      replica.fellBehind()
      return this.#leave()
    }
    try {
      return { result: await replica.run(scope, fn, found.position) }
    } catch (error) {
      // A refusal was decided on what the replica has, and that is all of it.
      if (error instanceof Refusal && error.code !== 'overloaded') throw error
      if (!isWorthPrimary(sqlState(error))) throw error
      return this.#leave('failed')
    }
  }

  /** Whether the primary took no connection when it was last asked. */
  get isPrimaryDown(): boolean {
    return this.#primary.isDown
  }

  /** The same, but asks now. */
  async looksForPrimary(): Promise<boolean> {
    await this.#primary.position().catch(() => {})
    return this.#primary.isDown
  }

  /** Runs `fn` on a standby that has everything that was acknowledged, while the primary is down; undefined if there is none. */
  async standIn<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>): Promise<{ result: T } | undefined> {
    const replica = this.#replicas.find(({ awaited }) => awaited !== null)
    const deadline = performance.now() + ALONE_MS
    for (;;) {
      const startedAt = replica?.awaited ?? null
      if (!replica || startedAt === null) return undefined
      try {
        return { result: await replica.run(scope, fn, { startedAt }) }
      } catch (error) {
        if (error instanceof Refusal && error.code !== 'overloaded') throw error
        if (!isWorthPrimary(sqlState(error))) throw error
        if (sqlState(error) !== NOT_REPLAYED || performance.now() > deadline) return undefined
        await sleep(POLL_MS)
      }
    }
  }

  /** Resolves once every replica has been looked at. */
  async looked(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.looked))
  }

  /** The primary is at another address. */
  primaryMoved(): void {
    this.#primary.drop()
    for (const replica of this.#replicas) {
      replica.doubt()
      replica.awaited = null
    }
  }

  get states(): readonly ReplicaState[] {
    return this.#replicas.map((replica) => replica.state)
  }

  /** How many reads the primary served instead, by reason. */
  get fallbacks(): Readonly<Record<Fallback, number>> {
    return this.#fallbacks
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
    this.#primary.close()
  }

  #leave(
    why: Fallback = this.#replicas.some(({ isFit }) => isFit) ? 'behind' : 'unfit',
  ): undefined {
    this.#fallbacks[why]++
  }
}

interface ReplicaOptions extends Pick<ReplicasOptions, 'waitMs' | 'poolSize' | 'log'> {
  primary: Sentry
}

/** One standby: its pool, and what is known of it. */
class Replica implements Candidate {
  /** The furthest that it is known to have replayed. */
  position = 0
  /**
   * When the server started whose storing every commit of the primary waited for; null if this is none. The last answer
   * counts while the primary is down, for that server only: an address may lead to several, and one that was started again
   * does not tell what it has received.
   */
  awaited: string | null = null
  readonly #place: string
  readonly #options: ReplicaOptions
  readonly #sentry: Sentry
  readonly #pool: ConnectionPool
  readonly #stopping = new AbortController()
  readonly #watching: Promise<void>
  readonly #firstLook = Promise.withResolvers<void>()
  /** Why it is not used; null if it is fit. */
  #fault: string | null = UNKNOWN
  /** Rises whenever what was found out no longer counts. */
  #doubts = 0
  /** What the log says; nothing yet. */
  #isSaidFit: boolean | undefined
  /** Whether it was checked which role its transactions run as. */
  #isBound = false
  #isBehind = false
  #caughtUpAt = performance.now()
  #lagBytes = 0
  #lagMs = 0
  #reads = 0

  constructor(connection: ClientConfig, options: ReplicaOptions) {
    this.#options = options
    this.#place = `${connection.host}:${connection.port}`
    this.#sentry = new Sentry(connection, () => this.doubt())
    this.#pool = new ConnectionPool({
      connection,
      poolSize: options.poolSize,
      connectTimeoutMs: CONNECT_MS,
    })
    this.#watching = this.#watch()
  }

  get looked(): Promise<void> {
    return this.#firstLook.promise
  }

  get isFit(): boolean {
    return this.#fault === null
  }

  get isUsable(): boolean {
    return this.isFit && !this.#isBehind
  }

  get load(): number {
    const { total, idle, waiting } = this.#pool.load
    return total - idle + waiting
  }

  get state(): ReplicaState {
    const { isUsable, awaited } = this
    return {
      place: this.#place,
      isUsable,
      standsIn: awaited !== null,
      fault: this.#fault,
      lagBytes: this.#lagBytes,
      lagMs: this.#lagMs,
      reads: this.#reads,
    }
  }

  /** Whether it has replayed everything up to `position` by the deadline. */
  async reaches(position: number, deadline: number): Promise<boolean> {
    for (;;) {
      if (this.position >= position) return true
      const found = await before(deadline, this.#sentry.position())
      if (!found) return false
      this.position = Math.max(this.position, found.position)
      if (this.position < position) await sleep(POLL_MS)
    }
  }

  async run<T>(scope: TxScope, fn: (tx: Tx) => Promise<T>, at: Replayed): Promise<T> {
    const result = await this.#pool.transaction(scope, fn, { at })
    this.#reads++
    return result
  }

  fellBehind(): void {
    this.#isBehind = true
  }

  /** It gets no reads until it was looked at again. */
  doubt(): void {
    this.position = 0
    this.#isBound = false
    this.#doubts++
    this.#fault ??= UNKNOWN
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#sentry.close()
    await this.#watching
    await this.#pool.close()
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const doubts = this.#doubts
      const found = await this.#look().catch((error: Error) => {
        this.#pool.dropAll()
        return error.message || (error as { code?: string }).code || 'it does not answer'
      })
      if (signal.aborted) return
      const fault = found ?? (this.#doubts === doubts ? null : UNKNOWN)
      this.#say(fault)
      this.#fault = fault
      this.#firstLook.resolve()
      const pauseMs = this.isUsable ? CHECK_MS : AGAIN_MS
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  /** @returns why it cannot be used. @throws Error if it does not answer */
  async #look(): Promise<string | null> {
    const { primary, waitMs } = this.#options
    const began = performance.now()
    const doubts = this.#doubts
    const here = await this.#sentry.facts()
    // Not knowing the primary says nothing against the replica, whose connections are kept.
    const there = await primary.facts().catch(() => null)
    if (!there) {
      if (here.startedAt !== this.awaited) this.awaited = null
      return NO_PRIMARY
    }
    const fault = replicaFault(here, there, performance.now() - began)
    if (fault) {
      this.awaited = null
      return fault
    }
    if (!this.#isBound) {
      await checkAppRole({ withDirectory: (fn) => this.#pool.transaction({}, fn, { at: 0 }) })
      this.#isBound = true
    }
    // Of a primary that was lost since, what was known before counts.
    if (this.#doubts === doubts) this.awaited = isAwaited(here, there) ? here.startedAt : null
    this.position = Math.max(this.position, here.position)
    this.#lagBytes = there.position - here.position
    const asked = performance.now()
    const isCurrent = await this.reaches(there.position, asked + waitMs)
    if (isCurrent) this.#caughtUpAt = performance.now()
    this.#lagMs = performance.now() - (isCurrent ? asked : this.#caughtUpAt)
    this.#isBehind = !isCurrent
    return null
  }

  #say(fault: string | null): void {
    if ((fault === null) === this.#isSaidFit) return
    const { log } = this.#options
    this.#isSaidFit = fault === null
    if (fault === null) log.info(`reads go to the replica at ${this.#place}`)
    else if (fault === NO_PRIMARY && this.awaited !== null) {
      log.warn(`while there is no primary, reads go to its synchronous standby at ${this.#place}`)
    } else log.warn(`no reads go to the replica at ${this.#place}: ${fault}`)
  }
}

/** What comes before the deadline; undefined if nothing does, or if asking fails. */
async function before<T>(deadline: number, asked: Promise<T>): Promise<T | undefined> {
  const ended = await within(asked, deadline - performance.now()).catch(() => undefined)
  return ended?.value
}
