import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'

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
