import { performance } from 'node:perf_hooks'

/** Tells what is new from what came lately, so that the same is not noted again and again. It belongs to one process. */
export class Lately {
  readonly #forMs: number
  readonly #most: number
  readonly #seen = new Map<string, number>()

  constructor({ forMs, most }: { forMs: number; most: number }) {
    this.#forMs = forMs
    this.#most = most
  }

  /** Whether it has not come within the time, of which this call counts as the first. */
  isNew(key: string): boolean {
    const now = performance.now()
    if (now - (this.#seen.get(key) ?? -Infinity) < this.#forMs) return false
    this.#seen.delete(key)
    this.#seen.set(key, now)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > this.#most) this.#seen.delete(oldest!)
    return true
  }
}
