export interface MemoryOptions<V> {
  /** How much it holds: so many entries, or so much of what `weigh` counts. */
  most: number
  /** How long it holds an entry. The default is as long as there is room. */
  forMs?: number
  weigh?: (value: V) => number
}

/**
 * What a process keeps by name, up to a bound. When there is too much, the entry that has not been used for longest goes first.
 * An entry that is kept again takes its own place, so it drives out no other. An entry that is too much by itself is not kept.
 */
export class Memory<V> {
  readonly #most: number
  readonly #forMs: number
  readonly #weigh: (value: V) => number
  /** The one that has not been used for longest comes first. */
  readonly #kept = new Map<string, { value: V; until: number }>()
  #weight = 0

  constructor({ most, forMs = Number.POSITIVE_INFINITY, weigh = () => 1 }: MemoryOptions<V>) {
    this.#most = most
    this.#forMs = forMs
    this.#weigh = weigh
  }

  get(name: string): V | undefined {
    const kept = this.#kept.get(name)
    if (!kept) return undefined
    if (kept.until <= performance.now()) {
      this.forget(name)
      return undefined
    }
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.value
  }

  keep(name: string, value: V): void {
    this.forget(name)
    const weight = this.#weigh(value)
    if (weight > this.#most) return
    this.#kept.set(name, { value, until: performance.now() + this.#forMs })
    this.#weight += weight
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return
      this.forget(oldest)
    }
  }

  forget(name: string): void {
    const kept = this.#kept.get(name)
    if (!kept) return
    this.#kept.delete(name)
    this.#weight -= this.#weigh(kept.value)
  }
}
