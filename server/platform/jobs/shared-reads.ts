import { MOST_WAITING } from '../database/db.ts'
import { Lanes } from './lanes.ts'

/**
 * Reads that are the same: whoever asks while one is in progress shares the next one with all others who did. So every
 * answer is read after it was asked for, and no more than one is read at a time, however many ask.
 */
export class SharedReads<I, R> {
  readonly #lanes: Lanes<I, R>

  /** @param read what those who use one name ask for; it gets the item of the last of them. */
  constructor(read: (item: I, name: string) => Promise<R>) {
    this.#lanes = new Lanes((name) => ({
      work: async (items) => Array(items.length).fill(await read(items.at(-1)!, name)),
      weigh: () => 1,
      maxWeight: MOST_WAITING,
      maxWaiting: MOST_WAITING - 1, // and the one whose read is in progress
    }))
  }

  ask(name: string, item: I): Promise<R> {
    return this.#lanes.submit(name, item)
  }
}
