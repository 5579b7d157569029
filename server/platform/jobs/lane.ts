import { Refusal } from '../refusal.ts'

/**
 * Group commit: items that arrive while a batch is in progress share the next one. There is no timer; an idle lane
 * starts at once with the items of one turn of the event loop.
 */
export interface LaneOptions<I, R> {
  /**
   * Processes a batch and returns one result per item, in order.
   * @param goOn starts the next batch before this one has ended
   */
  work: (items: I[], goOn: () => void) => Promise<R[]>
  /** How much of a batch one item takes up; a batch closes at `maxWeight`. */
  weigh: (item: I) => number
  maxWeight: number
  /** How much weight may wait; more is refused with 503. */
  maxWaiting: number
  /** How long an item may wait for its batch before it is refused with 503. The default is 10 s. */
  maxWaitMs?: number | undefined
  /** How long the lane rests before the next batch, so that others find the processor free. By default it does not. */
  restMs?: ((items: readonly I[], tookMs: number) => number) | undefined
}

interface Waiting<I, R> {
  item: I
  /** When it was submitted, by `performance.now()`. */
  since: number
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

export class Lane<I, R> {
  readonly #options: LaneOptions<I, R>
  #queue: Waiting<I, R>[] = []
  #waiting = 0
  #running = false
  /** Batches that have not ended. */
  #underWay = 0

  constructor(options: LaneOptions<I, R>) {
    this.#options = options
  }

  get idle(): boolean {
    return !this.#running && this.#underWay === 0
  }

  /** @throws Refusal overloaded if no more of that weight may wait, so that nobody works for what will be refused. */
  requireRoom(weight: number): void {
    if (this.#waiting > 0 && this.#waiting + weight > this.#options.maxWaiting) throw overloaded()
  }

  async submit(item: I): Promise<R> {
    const weight = this.#options.weigh(item)
    this.requireRoom(weight)
    this.#waiting += weight
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, since: performance.now(), resolve, reject })
      if (!this.#running) {
        this.#running = true
        setImmediate(() => this.#drain())
      }
    })
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      this.#dropLate()
      const batch = this.#nextBatch()
      if (batch.length === 0) continue
      const since = performance.now()
      await this.#begin(batch)
      await this.#rest(batch, performance.now() - since)
    }
    this.#running = false
  }

  async #rest(batch: readonly Waiting<I, R>[], tookMs: number): Promise<void> {
    const { restMs } = this.#options
    if (!restMs) return
    const ms = restMs(
      batch.map(({ item }) => item),
      tookMs,
    )
    if (ms > 0) await new Promise((over) => setTimeout(over, ms))
  }

  /** Refuses items that have waited too long: behind a blocked database, their clients would give up first. */
  #dropLate(): void {
    const before = performance.now() - (this.#options.maxWaitMs ?? 10_000)
    let late = 0
    while (late < this.#queue.length && this.#queue[late]!.since < before) late++
    for (const { item, reject } of this.#queue.splice(0, late)) {
      this.#waiting -= this.#options.weigh(item)
      reject(overloaded())
    }
  }

  #nextBatch(): Waiting<I, R>[] {
    let weight = 0
    let size = 0
    for (const { item } of this.#queue) {
      const more = this.#options.weigh(item)
      if (size > 0 && weight + more > this.#options.maxWeight) break
      weight += more
      size++
    }
    this.#waiting -= weight
    return this.#queue.splice(0, size)
  }

  /** Resolves when the next batch may begin. */
  #begin(batch: Waiting<I, R>[]): Promise<void> {
    return new Promise((goOn) => {
      this.#underWay++
      this.#work(batch, goOn).finally(() => {
        this.#underWay--
        goOn()
      })
    })
  }

  /** A batch that fails as a whole is retried item by item, so that one item's fault affects no other. */
  async #work(batch: Waiting<I, R>[], goOn: () => void): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const results = await this.#options.work(items, goOn)
      batch.forEach(({ resolve }, i) => {
        resolve(results[i]!)
      })
    } catch (error) {
      if (batch.length === 1 || error instanceof Refusal) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const single of batch) await this.#work([single], goOn)
    }
  }
}

const overloaded = () => new Refusal('overloaded', { retryAfter: 1 })
