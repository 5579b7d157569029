import type { RefusalReason } from '../../../contract/refusals.ts'
import { Refusal } from '../refusal.ts'

export interface TurnOptions {
  /** How many work at the same time. */
  atOnce: number
  /** How many may wait in line; more are refused with 503. */
  mostWaiting: number
  /** How long a caller may wait before it is refused with 503. */
  mostWaitMs: number
  /** Why it is refused, and after how many seconds to try again. */
  refusal: { reason: RefusalReason<'overloaded'>; retryAfter: number }
}

/** Lets a few work at the same time. The others wait in line, in the order of their arrival. */
export class Turns {
  readonly #options: TurnOptions
  readonly #line: (() => void)[] = []
  readonly #working = new Set<Promise<unknown>>()
  #free: number

  constructor(options: TurnOptions) {
    this.#options = options
    this.#free = options.atOnce
  }

  /** @throws Refusal overloaded; the signal's reason if that ends the wait. */
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

  /** Waits for running work, however that ends. */
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
    const { reason, retryAfter } = this.#options.refusal
    return new Refusal('overloaded', reason, {}, { retryAfter })
  }
}
