import { Refusal } from '../refusal.ts'

export interface TurnOptions {
  /** How many work at the same time. */
  atOnce: number
  /** How many may wait in line; more are turned away with 503. */
  mostWaiting: number
  /** How long one may wait before it is turned away with 503. */
  mostWaitMs: number
  /** What callers who are turned away are told, and after how many seconds they may try again. */
  refusal: { message: string; retryAfter: number }
}

/** Lets a few work at the same time. The others wait in line, in the order in which they came. */
export class Turns {
  readonly #options: TurnOptions
  readonly #line: (() => void)[] = []
  readonly #working = new Set<Promise<unknown>>()
  #free: number

  constructor(options: TurnOptions) {
    this.#options = options
    this.#free = options.atOnce
  }

  /** @throws Refusal overloaded; the signal's reason when it ends the wait. */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    const working = work()
    this.#working.add(working)
    try {
      return await working
    } finally {
      this.#working.delete(working)
      const next = this.#line.shift()
      if (next) next()
      else this.#free++
    }
  }

  /** Waits for those that work now, however they end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#working)
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { mostWaiting, mostWaitMs } = this.#options
    if (this.#line.length >= mostWaiting) throw this.#overloaded()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#line.push(resolve)
    const leave = (why: unknown) => {
      const at = this.#line.indexOf(resolve)
      if (at < 0) return
      this.#line.splice(at, 1)
      reject(why)
    }
    const aborted = () => leave(signal.reason)
    const timer = setTimeout(() => leave(this.#overloaded()), mostWaitMs)
    signal.addEventListener('abort', aborted)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    }
  }

  #overloaded(): Refusal {
    const { message, retryAfter } = this.#options.refusal
    return new Refusal('overloaded', message, { retryAfter })
  }
}
