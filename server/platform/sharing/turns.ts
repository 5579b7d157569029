import { Shares } from './shares.ts'

export interface TurnOptions {
  /** How many work at the same time. One holder has its share of them. */
  atOnce: number
  /** How many may wait in line; more are refused. One holder has its share of these too. */
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
  readonly #room: Shares
  /** Who waits, by holder. The first holder is the next. */
  readonly #lines = new Map<string, (() => void)[]>()
  readonly #working = new Set<Promise<unknown>>()

  constructor(options: TurnOptions) {
    this.#options = options
    this.#places = new Shares(options.atOnce)
    this.#room = new Shares(options.mostWaiting)
  }

  /** How many wait in line. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0)
  }

  /** @throws what `refuse` makes; the signal's reason if that ends the wait. */
  async take<T>(holder: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#lines.has(holder) || !this.#places.take(holder)) await this.#wait(holder, signal)
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

  async #wait(holder: string, signal: AbortSignal | undefined): Promise<void> {
    const { mostWaitMs, refuse } = this.#options
    if (!this.#room.take(holder)) throw refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = this.#lines.get(holder) ?? []
    this.#lines.set(holder, line)
    line.push(resolve)
    const leave = (why: unknown) => {
      const at = line.indexOf(resolve)
      if (at < 0) return
      line.splice(at, 1)
      if (line.length === 0) this.#lines.delete(holder)
      reject(why)
    }
    const aborted = () => leave(signal!.reason)
    const timer = setTimeout(() => leave(refuse()), mostWaitMs)
    signal?.addEventListener('abort', aborted)
    try {
      await promise
    } finally {
      this.#room.leave(holder)
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
    }
  }

  /** Gives free places to holders in line, who then go to its end. */
  #callNext(): void {
    for (const [holder, line] of [...this.#lines]) {
      if (!this.#places.take(holder)) continue
      this.#lines.delete(holder)
      line.shift()!()
      if (line.length > 0) this.#lines.set(holder, line)
    }
  }
}
