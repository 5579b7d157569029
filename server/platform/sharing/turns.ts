import { Shares } from './shares.ts'

export interface TurnOptions {
  /** How many work at the same time. One holder has its share of them. */
  atOnce: number
  /** How many may wait in each line; more are refused. One holder has its share of these too. */
  mostWaiting: number
  /** How long a caller may wait before it is refused. */
  mostWaitMs: number
  /** What a refused caller gets. */
  refuse: () => Error
}

/**
 * Lets a few work at the same time. The others wait in line: those of one holder in the order of their arrival, and the
 * holders one after the other.
 */
export class Turns {
  readonly #options: TurnOptions
  readonly #places: Shares
  readonly #urgent: Line
  readonly #usual: Line
  readonly #working = new Set<Promise<unknown>>()

  constructor(options: TurnOptions) {
    this.#options = options
    this.#places = new Shares(options.atOnce)
    this.#urgent = new Line(options.mostWaiting)
    this.#usual = new Line(options.mostWaiting)
  }

  /** How many wait in line. */
  get waiting(): number {
    const lines = [this.#urgent, this.#usual].flatMap(({ callers }) => [...callers.values()])
    return lines.reduce((sum, { length }) => sum + length, 0)
  }

  /** @throws what `refuse` makes; the signal's reason if that ends the wait. */
  take<T>(holder: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#takeFrom(this.#usual, holder, work, signal)
  }

  /** The same, before all that wait in the usual line. */
  takeFirst<T>(holder: string, work: () => Promise<T>): Promise<T> {
    return this.#takeFrom(this.#urgent, holder, work)
  }

  async #takeFrom<T>(
    line: Line,
    holder: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    if (line.callers.has(holder) || !this.#places.take(holder)) {
      await this.#wait(line, holder, signal)
    }
    const working = work()
    this.#working.add(working)
    try {
      return await working
    } finally {
      this.#working.delete(working)
      this.#places.leave(holder)
      this.#callNext()
    }
  }

  /** Waits for running work, however that ends. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#working)
  }

  async #wait(
    { room, callers }: Line,
    holder: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { mostWaitMs, refuse } = this.#options
    if (!room.take(holder)) throw refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own = callers.get(holder) ?? []
    callers.set(holder, own)
    own.push(resolve)
    const leave = (why: unknown) => {
      const at = own.indexOf(resolve)
      if (at < 0) return
      own.splice(at, 1)
      if (own.length === 0) callers.delete(holder)
      reject(why)
    }
    const aborted = () => leave(signal!.reason)
    const timer = setTimeout(() => leave(refuse()), mostWaitMs)
    signal?.addEventListener('abort', aborted)
    try {
      await promise
    } finally {
      room.leave(holder)
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
    }
  }

  /** Gives free places to holders in line, who then go to its end. */
  #callNext(): void {
    for (const { callers } of [this.#urgent, this.#usual]) {
      for (const [holder, own] of [...callers]) {
        if (!this.#places.take(holder)) continue
        callers.delete(holder)
        own.shift()!()
        if (own.length > 0) callers.set(holder, own)
      }
    }
  }
}

class Line {
  readonly room: Shares
  /** Who waits, by holder. The first holder is the next. */
  readonly callers = new Map<string, (() => void)[]>()

  constructor(most: number) {
    this.room = new Shares(most)
  }
}
