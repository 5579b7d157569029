import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Counts } from '../sharing/counts.ts'
import { pauseMs } from './group.rules.ts'
import {
  FIRST,
  type FromMember,
  type PlaceState,
  ROLE,
  type Role,
  type ToMember,
} from './messages.ts'
import { addPast, type Metric } from './past-counts.rules.ts'
import { returnUnclaimed } from './unclaimed.ts'

/** A process that ends sooner than this after it was started is started again only after a pause. */
const SETTLED_MS = 10_000
/** How long past its time limit a process may take to stop before it is killed. */
const OVERTIME_MS = 1_000
/** How long a process may take to say what it has counted; after that, what it said last is used. */
const COUNTING_MS = 2_000

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
  /** What it had counted when it was asked last. */
  metrics: Metric[]
}

/** A place in the group: its process is replaced when it ends, and at a rolling restart. */
interface Place {
  role: Role
  child: Child
  failures: number
  restarts: number
  isRolling: boolean
}

/** The processes that have not yet said what they have counted, and what to do when all have. */
interface Collection {
  from: Set<Child>
  done: () => void
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
  /** Processes whose last figures may still be on their way. */
  readonly #counted = new Set<Child>()
  readonly #collections = new Map<number, Collection>()
  readonly #stopping = new AbortController()
  #places: Place[] = []
  /** What processes that have ended had counted. */
  #past: Metric[] = []
  #port: number | null = null
  #fixedPort: number | null = null
  #roll: Promise<boolean> = Promise.resolve(true)
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
    const child = this.#fork(first!, { [FIRST]: '1' })
    if (!(await child.ready)) return child.exited
    if (!this.#isStopping) {
      this.#places = [this.#keep(first!, child), ...others.map((role) => this.#keep(role))]
    }
    return null
  }

  /**
   * Replaces every process, one after another: each goes only when its successor is ready.
   * @returns whether all successors were
   */
  roll(): Promise<boolean> {
    this.#roll = this.#roll.then(async () => {
      let isWell = true
      for (const place of this.#places) {
        if (!this.#isStopping) isWell = (await this.#renew(place)) && isWell
      }
      return isWell
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
    const place: Place = { role, child, failures: 0, restarts: 0, isRolling: false }
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
      { ended: worker.process.pid, place: place.role, ...exit, waitMs },
      'a process has ended; starting another one',
    )
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
    // A rolling restart may have replaced it meanwhile, or be about to.
    if (this.#isStopping || place.isRolling || place.child !== child) return
    place.restarts++
    place.child = this.#fork(place.role)
    this.#watch(place)
  }

  async #renew(place: Place): Promise<boolean> {
    const { child: old, role } = place
    place.isRolling = true
    const next = this.#fork(role)
    const isReady = await next.ready
    const log = await this.#options.log()
    place.isRolling = false
    if (isReady) {
      place.child = next
      place.failures = 0
      log.info({ place: role, started: next.worker.process.pid }, 'a new process has taken over')
      this.#watch(place)
      this.#stopChild(old)
      await old.exited
    } else {
      log.error({ place: role }, 'the new process did not become ready; the old one stays')
      // It may have ended meanwhile, when nobody replaced it.
      if (old.exit !== null) void this.#replace(place, old.exit)
    }
    return isReady
  }

  #fork(role: Role, more: Record<string, string> = {}): Child {
    const worker = cluster.fork({
      [ROLE]: role,
      ...this.#portSetting(),
      ...more,
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
      metrics: [],
    }
    this.#children.add(child)
    this.#counted.add(child)
    returnUnclaimed(worker, () =>
      [...this.#children].some((one) => one !== child && one.isReady && serves(one)),
    )
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
      // Its last message may come after the news of its end.
      if (worker.isConnected()) worker.once('disconnect', () => this.#retire(child))
      else this.#retire(child)
      for (const collection of this.#collections.values()) this.#collect(collection, child)
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
    if (![...this.#children].some(serves)) this.#fixedPort = this.#port
    return this.#fixedPort === null ? {} : { PORT: String(this.#fixedPort) }
  }

  #stopChild(child: Child): void {
    this.#send(child, { type: 'stop' })
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
      this.#send(child, { type: 'answer', id, value: open })
    } else if (message.type === 'leave') {
      child.counts.leave(message.name)
    } else if (message.type === 'places') {
      this.#send(child, { type: 'answer', id: message.id, value: this.#places.map(stateOf) })
    } else if (message.type === 'metrics') {
      const { id } = message
      this.#askMetrics(child, (value) => this.#send(child, { type: 'answer', id, value }))
    } else {
      child.metrics = message.metrics
      const collection = message.id === null ? undefined : this.#collections.get(message.id)
      if (collection) this.#collect(collection, child)
    }
  }

  #retire(child: Child): void {
    this.#counted.delete(child)
    this.#past = addPast(this.#past, child.metrics)
  }

  #askMetrics(asker: Child, answer: (metrics: Metric[][]) => void): void {
    const id = this.#collected++
    const from = new Set([...this.#children].filter((one) => one.isReady || one === asker))
    const done = () => {
      clearTimeout(timer)
      this.#collections.delete(id)
      const living = [...this.#counted].map(({ metrics }) => metrics)
      answer([...living, this.#past, ownMetrics(this.#places)])
    }
    // One that is too busy to answer must not keep the others' figures back.
    const timer = setTimeout(done, COUNTING_MS)
    this.#collections.set(id, { from, done })
    for (const child of from) this.#send(child, { type: 'read metrics', id })
  }

  /** One process has said what it has counted, or has ended; the last one completes the collection. */
  #collect({ from, done }: Collection, child: Child): void {
    if (from.delete(child) && from.size === 0) done()
  }

  #send({ worker }: Child, message: ToMember): void {
    if (worker.isConnected()) worker.send(message, () => {}) // it may be ending
  }
}

const serves = ({ role }: Child): boolean => role !== 'worker'

const stateOf = ({ role, child, restarts }: Place): PlaceState => ({
  role,
  state: child.exit !== null ? 'waiting' : child.isReady ? 'ready' : 'starting',
  restarts,
})

/** What the group itself reports: how its processes are, and what its own process takes. */
function ownMetrics(places: readonly Place[]): Metric[] {
  const states = places.map(stateOf)
  const metric = (name: string, type: string, help: string, values: Metric['values']): Metric => ({
    name,
    help,
    type,
    aggregator: 'sum',
    values,
  })
  const { user, system } = process.cpuUsage()
  return [
    metric(
      'sourcebook_processes',
      'gauge',
      'Processes of the service, by what they do and how they are',
      states.map(({ role, state }) => ({ value: 1, labels: { role, state } })),
    ),
    metric(
      'sourcebook_process_restarts_total',
      'counter',
      'How often a process ended by itself and was replaced',
      states.map(({ role, restarts }) => ({ value: restarts, labels: { role } })),
    ),
    metric('process_resident_memory_bytes', 'gauge', '', [
      { value: process.memoryUsage.rss(), labels: {} },
    ]),
    metric('process_cpu_seconds_total', 'counter', '', [
      { value: (user + system) / 1e6, labels: {} },
    ]),
  ]
}
