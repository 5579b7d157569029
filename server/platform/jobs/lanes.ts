import { Lane, type LaneOptions } from './lane.ts'

/** From this many lanes on, idle ones are dropped when another is added. */
const MANY = 1000

/** One lane per name: items with the same name share batches, and do not hold up items with other names. */
export class Lanes<I, R> {
  readonly #optionsOf: (name: string) => LaneOptions<I, R>
  readonly #lanes = new Map<string, Lane<I, R>>()

  constructor(optionsOf: (name: string) => LaneOptions<I, R>) {
    this.#optionsOf = optionsOf
  }

  /** @throws Refusal overloaded if no more of that weight may wait in the lane. */
  requireRoom(name: string, weight: number): void {
    this.#lane(name).requireRoom(weight)
  }

  submit(name: string, item: I): Promise<R> {
    return this.#lane(name).submit(item)
  }

  #lane(name: string): Lane<I, R> {
    const known = this.#lanes.get(name)
    if (known) return known
    if (this.#lanes.size >= MANY) {
      for (const [other, lane] of this.#lanes) if (lane.idle) this.#lanes.delete(other)
    }
    const lane = new Lane(this.#optionsOf(name))
    this.#lanes.set(name, lane)
    return lane
  }
}
