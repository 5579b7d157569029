import { Memory } from './memory.ts'

/** Tells what is new from what came lately, so that the same is not noted again and again. It belongs to one process. */
export class Lately {
  readonly #seen: Memory<true>

  constructor(bounds: { forMs: number; most: number }) {
    this.#seen = new Memory(bounds)
  }

  /** Whether it has not come within the time, of which this call counts as the first. */
  isNew(key: string): boolean {
    if (this.#seen.get(key)) return false
    this.#seen.keep(key, true)
    return true
  }
}
