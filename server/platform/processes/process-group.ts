import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counts } from './counts.ts'
import { pauseMs, type Role } from './group.rules.ts'
import type { FromMember, ToMember } from './messages.ts'

/** Tells a process its role. */
export const ROLE = 'SOURCEBOOK_ROLE'

/** A process that ends sooner than this after it was started is started again only after a pause. */
const SETTLED_MS = 10_000
/** How long past its time limit a process may take to stop before it is killed. */
const OVERTIME_MS = 1_000

interface Exit {
  code: number | null
  signal: string | null
}

/** One process, from its start to its end. */
interface Child {
  role: Role
  worker: Worker
  startedAt: number
  isReady: boolean
  /** Resolves to false if it ends first. */
  ready: Promise<boolean>
  exited: Promise<Exit>
  /** How it ended, once it has. */
  exit: Exit | null
  counts: Counts
}

/** A place in the group: its process is replaced when it ends, and at a rolling restart. */
interface Place {
  role: Role
  child: Child
  failures: number
  isRolling: boolean
}

interface Collection {
  from: Set<Child>
  metrics: object[][]
  answer: (metrics: object[][]) => void
}

export interface GroupOptions {
  /** How long a process may take to stop. */
  stopMs: number
  log: () => Promise<Logger>
  /** Prints what the first process says when it is ready. */
  print: (line: string) => void
}

/**
 * Runs the service as several processes of this program that share one port. Each has a database connection pool and
 * caches of its own; PostgreSQL is all that they share. This process does no work itself: it hands out connections,
 * replaces processes that end, and adds up the counts and metrics of all of them.
 */
export class ProcessGroup {
  readonly #options: GroupOptions
  readonly #children = new Set<Child>()
  readonly #collections = new Map<number, Collection>()
  readonly #stopping = new AbortController()
  #places: Place[] = []
  #port: number | null = null
  #fixedPort: number | null = null
  #roll: Promise<void> = Promise.resolve()
  #collected = 0

  constructor(options: GroupOptions) {
    this.#options = options
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: process.argv[1]!, args: process.argv.slice(2) })
  }

  /**
   * Starts the first process alone, since a first start makes the database, and then the others.
   * @returns how the first one ended if it never became ready, after it printed the reason; otherwise null
   */
  async start([first, ...others]: Role[]): Promise<Exit | null> {
    const child = this.#fork(first!)
    if (!(await child.ready)) return child.exited
    if (!this.#isStopping) {
      this.#places = [this.#keep(first!, child), ...others.map((role) => this.#keep(role))]
    }
    return null
  }

  /** Replaces every process, one after another: each goes only when its successor is ready. */
  roll(): Promise<void> {
    this.#roll = this.#roll.then(async () => {
      for (const place of this.#places) if (!this.#isStopping) await this.#renew(place)
    })
    return this.#roll
  }

  /** Asks every process to stop. Asking a second time makes them stop at once. */
  stop(): void {
    this.#stopping.abort()
    for (const child of this.#children) this.#stopChild(child)
  }

  /** Waits until `stop` was called and the last process has ended. @returns whether they all exited with 0 */
  async ended(): Promise<boolean> {
    if (!this.#isStopping) await once(this.#stopping.signal, 'abort')
    let isWell = true
    while (this.#children.size > 0) {
      const [child] = this.#children
      const { code } = await child!.exited
      isWell &&= code === 0
    }
    return isWell
  }

  get #isStopping() {
    return this.#stopping.signal.aborted
  }

  #keep(role: Role, child = this.#fork(role)): Place {
    const place: Place = { role, child, failures: 0, isRolling: false }
    this.#watch(place)
    return place
  }

  #watch(place: Place): void {
    const { child } = place
    void child.exited.then((exit) => {
      if (place.child === child && !place.isRolling && !this.#isStopping) {
        void this.#replace(place, exit)
      }
    })
  }

  async #replace(place: Place, exit: Exit): Promise<void> {
    const { child } = place
    const { worker, startedAt } = child
    place.failures = performance.now() - startedAt < SETTLED_MS ? place.failures + 1 : 0
    const waitMs = pauseMs(place.failures)
    const log = await this.#options.log()
    log.error(
      { ended: worker.process.pid, role: place.role, ...exit, waitMs },
      'a process has ended; starting another one',
    )
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
    // A rolling restart may have replaced it meanwhile, or be about to.
    if (this.#isStopping || place.isRolling || place.child !== child) return
    place.child = this.#fork(place.role)
    this.#watch(place)
  }

  async #renew(place: Place): Promise<void> {
    const { child: old, role } = place
    place.isRolling = true
    const next = this.#fork(role)
    const isReady = await next.ready
    const log = await this.#options.log()
    place.isRolling = false
    if (isReady) {
      place.child = next
      place.failures = 0
      log.info({ role, started: next.worker.process.pid }, 'a new process has taken over')
      this.#watch(place)
      this.#stopChild(old)
      await old.exited
    } else {
      log.error({ role }, 'the new process did not become ready; the old one stays')
      // It may have ended meanwhile, when nobody replaced it.
      if (old.exit !== null) void this.#replace(place, old.exit)
    }
  }

  #fork(role: Role): Child {
    const worker = cluster.fork({
      [ROLE]: role,
      ...this.#portSetting(),
    })
    const ready = Promise.withResolvers<boolean>()
    const exited = Promise.withResolvers<Exit>()
    const child: Child = {
      role,
      worker,
      startedAt: performance.now(),
      isReady: false,
      ready: ready.promise,
      exited: exited.promise,
      exit: null,
      counts: new Counts(),
    }
    this.#children.add(child)
    worker.on('message', (message: FromMember) => {
      if (message.type === 'ready') {
        if (this.#port === null) for (const line of message.lines) this.#options.print(line)
        this.#port ??= message.port
        // With PORT=0, the last process that listened ended while this one started. So this one got another free port,
        // which no client knows.
        if (message.port !== null && message.port !== this.#port) {
          worker.process.kill('SIGKILL')
          return
        }
        child.isReady = true
        ready.resolve(true)
      } else this.#hear(child, message)
    })
    worker.on('error', () => {}) // 'exit' follows
    worker.on('exit', (code: number | null, signal: string | null) => {
      this.#children.delete(child)
      for (const collection of this.#collections.values()) this.#collect(collection, child, null)
      child.exit = { code, signal }
      ready.resolve(false)
      exited.resolve(child.exit)
    })
    if (this.#isStopping) this.#stopChild(child)
    return child
  }

  /**
   * With PORT=0, processes share the free port of those that listen already. When none is left, the next one has to ask
   * for that port by its number.
   */
  #portSetting(): { PORT?: string } {
    if (![...this.#children].some(({ role }) => role !== 'worker')) this.#fixedPort = this.#port
    return this.#fixedPort === null ? {} : { PORT: String(this.#fixedPort) }
  }

  #stopChild(child: Child): void {
    this.#tell(child, { type: 'stop' })
    const timer = setTimeout(
      () => child.worker.process.kill('SIGKILL'),
      this.#options.stopMs + OVERTIME_MS,
    )
    void child.exited.then(() => clearTimeout(timer))
  }

  #hear(child: Child, message: Exclude<FromMember, { type: 'ready' }>): void {
    if (message.type === 'enter') {
      const { id, name, most } = message
      let open = 0
      for (const { counts } of this.#children) open += counts.of(name)
      child.counts.enter(name, most, open)
      this.#tell(child, { type: 'answer', id, value: open })
    } else if (message.type === 'leave') {
      child.counts.leave(message.name)
    } else if (message.type === 'metrics') {
      const { id } = message
      this.#askMetrics((value) => this.#tell(child, { type: 'answer', id, value }))
    } else {
      const collection = this.#collections.get(message.id)
      if (collection) this.#collect(collection, child, message.metrics)
    }
  }

  #askMetrics(answer: (metrics: object[][]) => void): void {
    const id = this.#collected++
    const from = new Set([...this.#children].filter(({ isReady }) => isReady))
    this.#collections.set(id, {
      from,
      metrics: [],
      answer: (metrics) => {
        this.#collections.delete(id)
        answer(metrics)
      },
    })
    for (const child of from) this.#tell(child, { type: 'read metrics', id })
  }

  /** Adds one process's metrics, or none if it has ended; the last one completes the collection. */
  #collect(collection: Collection, child: Child, metrics: object[] | null): void {
    if (!collection.from.delete(child)) return
    if (metrics !== null) collection.metrics.push(metrics)
    if (collection.from.size === 0) collection.answer(collection.metrics)
  }

  #tell({ worker }: Child, message: ToMember): void {
    if (worker.isConnected()) worker.send(message, () => {}) // it may be ending
  }
}
