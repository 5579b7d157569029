/** Runs of each, of which the quickest counts: others do what only they need, such as collecting garbage. */
const RUNS = 5
/** Below this, in ms, the clock of the processor is no measure. */
const LEAST_MS = 2

/** How many times as much of the processor one thing needs as another: the same on a slow machine and on a busy one. */
export async function timesAsLong(one: () => unknown, other: () => unknown): Promise<number> {
  const [ones, others]: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    others.push(await cpuMs(other))
    ones.push(await cpuMs(one))
  }
  return Math.min(...ones) / Math.max(LEAST_MS, Math.min(...others))
}

async function cpuMs(work: () => unknown): Promise<number> {
  const since = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
