import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { overloaded } from '../database/failures.ts'
import { Turns } from '../sharing/turns.ts'

// Background work shares its process with requests: it is cut into slices of a millisecond or two, and between them
// requests in progress come first.

/** A busy service always has requests in progress: after this long, work continues even if somebody waits. */
const MOST_MS = 10

let underWay = 0

export const courtesy = {
  /** Counts a request that will be answered soon. */
  begin(): void {
    underWay++
  },
  end(): void {
    underWay--
  },
}

/** Pauses background work, so that others get their turn and requests in progress are answered first. */
export async function giveWay(): Promise<void> {
  await turn()
  for (let waited = 0; underWay > 0 && waited < MOST_MS; waited++) await sleep(1)
}

const LONGEST_REST_MS = 250

/** How long something slow rests when it has taken so long, while others are at work: half the time is theirs. */
export const restMs = (tookMs: number): number => Math.min(tookMs, LONGEST_REST_MS)

/** How much text takes about a millisecond to write. */
const SLICE_CHARS = 100_000

/** Large answers are written one after the other: one slice of one answer in each turn of the event loop. */
const writing = new Turns({
  atOnce: 1,
  mostWaiting: 1024,
  mostWaitMs: 20_000,
  refuse: () => overloaded(),
})

/**
 * Writes the items of an answer. A large answer is written in slices, so that small ones need not wait for it.
 *
 * @param holder whose answer it is, such as a workspace: holders take turns.
 * @param sizeOf about how many characters are written for an item
 * @throws Refusal overloaded
 */
export async function writeAll<T>(
  holder: string,
  items: readonly T[],
  sizeOf: (item: T) => number,
  write: (item: T) => string,
): Promise<string[]> {
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0)
  if (size <= SLICE_CHARS) return items.map(write)
  return writing.take(holder, async () => {
    const written: string[] = []
    let left = SLICE_CHARS
    for (const item of items) {
      if (left <= 0) {
        await turn()
        left = SLICE_CHARS
      }
      written.push(write(item))
      left -= sizeOf(item)
    }
    return written
  })
}

const pieces = new Turns({
  atOnce: 1,
  mostWaiting: 4096,
  mostWaitMs: 20_000,
  refuse: () => overloaded(),
})

/**
 * Does something that takes a few milliseconds. Each turn of the event loop has one such piece, so that small requests come in
 * between, and what PostgreSQL answers.
 *
 * @param holder whose it is, such as a workspace: holders take turns.
 * @throws Refusal overloaded
 */
export const inOwnTurn = <T>(holder: string, work: () => T): Promise<T> =>
  pieces.take(holder, async () => {
    await turn()
    return work()
  })
