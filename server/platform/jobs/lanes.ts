import { Lane, type LaneOptions } from './lane.ts'

/** How many there may be before those that are idle are forgotten. */
const MANY = 1000

/** A lane for each name: items of one name share batches, and those of others do not wait for them. */
export class Lanes<I, R> {
  readonly #optionsOf: (name: string) => LaneOptions<I, R>
  readonly #lanes = new Map<string, Lane<I, R>>()

  constructor(optionsOf: (name: string) => LaneOptions<I, R>) {
    this.#optionsOf = optionsOf
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
