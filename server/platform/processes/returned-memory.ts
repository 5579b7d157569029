import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this long, a process no longer uses what only its start needed. */
const SETTLED_MS = 1_000
/** How long a process has to be quiet after it was busy. */
const QUIET_MS = 10_000
/** Up to this share of the time a process is quiet, and from this on it is busy. In between, it is left alone. */
const QUIET = 0.1
const BUSY = 0.5

/**
 * Gives memory back that only the start needed, or a busy time. V8 lets a heap grow to several times the size of its live objects
 * before it collects garbage, which costs the least time while there is much to do, and does not shrink it while there is nothing.
 */
export function returnMemory(): void {
  setTimeout(collect, SETTLED_MS).unref()
  let before = performance.eventLoopUtilization()
  let wasBusy = false
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization >= BUSY) wasBusy = true
    else if (wasBusy && utilization <= QUIET) {
      wasBusy = false
      collect()
    }
  }, QUIET_MS).unref()
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  setFlagsFromString('--no-expose-gc')
  gc({ type: 'major', flavor: 'last-resort' })
}
