import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { overloaded } from '../database/failures.ts'
import { Memory } from '../sharing/memory.ts'
import { Turns } from '../sharing/turns.ts'
import { restMs } from './courtesy.ts'

/** A read that took longer than this is slow, and is taken for slow for a while afterwards. In its turn, it is quicker. */
const SLOW_MS = 50
const SLOW_IN_TURN_MS = 15
const SLOW_FOR_MS = 5_000

/** A workspace is at work for this long after a request. */
const AT_WORK_MS = 10_000

/** How many slow reads it knows. More of them are as likely to be slow, and only wait for nobody. */
const MOST_KNOWN = 5_000

/**
 * Slow reads of one workspace leave the machine to the others: while another workspace is at work, only a few of them are
 * worked on at the same time. Which ones are slow is learned from how long they took. Other reads do not wait.
 */
export class SlowAnswers {
  readonly #turns: Turns
  /** The reads that were slow lately, by workspace and operation. */
  readonly #slow = new Memory<true>({ most: MOST_KNOWN, forMs: SLOW_FOR_MS })
  /** The workspace of the last request, and the one before that. */
  #latest = { holder: '', at: Number.NEGATIVE_INFINITY }
  #before = this.#latest

  /** @param atOnce how many slow reads of all workspaces are worked on at the same time. One workspace has its share. */
  constructor(atOnce: number) {
    this.#turns = new Turns({
      atOnce,
      mostWaiting: 1024,
      // Clients wait for 30 s, and a list that long may still be read in time.
      mostWaitMs: 20_000,
      refuse: () => overloaded(),
    })
  }

  /** Notes that a workspace is at work. */
  note(holder: string): void {
    const at = performance.now()
    if (this.#latest.holder !== holder) this.#before = this.#latest
    this.#latest = { holder, at }
  }

  /**
   * Answers a read, in its turn if it is slow.
   * @throws Refusal overloaded after a long wait
   */
  answer<T>(holder: string, operation: string, read: () => Promise<T>): Promise<T> {
    const key = `${holder} ${operation}`
    const answered = Promise.withResolvers<T>()
    const work = async (slowMs: number) => {
      const since = performance.now()
      await read().then(answered.resolve, answered.reject)
      const tookMs = performance.now() - since
      if (tookMs > slowMs) this.#slow.keep(key, true)
      return tookMs
    }
    const waits = this.#slow.get(key) && this.othersAtWork(holder)
    const done = waits
      ? this.#turns.take(holder, async () => {
          // A while longer, the place stays empty, so that others find the processor free.
          await sleep(restMs(await work(SLOW_IN_TURN_MS)))
        })
      : work(SLOW_MS)
    done.catch(answered.reject)
    return answered.promise
  }

  /** Whether another workspace is at work. */
  othersAtWork(holder: string): boolean {
    const { at } = this.#latest.holder === holder ? this.#before : this.#latest
    return performance.now() - at < AT_WORK_MS
  }
}
