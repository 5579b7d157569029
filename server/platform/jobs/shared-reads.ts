import { MOST_WAITING } from '../database/db.ts'
import { Lanes } from './lanes.ts'

/**
 * Shares reads between callers who ask for the same thing, by name. One read per name runs at a time. Callers who ask
 * while it runs all share the next one, so nobody gets an answer that was read before they asked.
 */
export class SharedReads<I, R> {
  readonly #lanes: Lanes<I, R>

  /** @param read gets the item of the caller who asked last; its result must depend only on the name. */
  constructor(read: (item: I, name: string) => Promise<R>) {
    this.#lanes = new Lanes((name) => ({
      work: async (items) => Array(items.length).fill(await read(items.at(-1)!, name)),
      weigh: () => 1,
      maxWeight: MOST_WAITING,
      maxWaiting: MOST_WAITING - 1, // the read in progress is one more
    }))
  }

  ask(name: string, item: I): Promise<R> {
    return this.#lanes.submit(name, item)
  }
}
