import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'

// Background work shares its process with requests: it is cut into slices of a millisecond or two, and between them
// requests that are under way come first.

/** A busy service always has requests in progress: after this long, work continues even if somebody waits. */
const MOST_MS = 10

let underWay = 0

export const courtesy = {
  /** A request that is soon answered has come in. */
  begin(): void {
    underWay++
  },
  end(): void {
    underWay--
  },
}

/** Lets others have their turn, and requests that are under way be answered first. */
export async function giveWay(): Promise<void> {
  await turn()
  for (let waited = 0; underWay > 0 && waited < MOST_MS; waited++) await sleep(1)
}
