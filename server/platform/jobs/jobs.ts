import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { traceJob } from '../tracing.ts'

/** A piece of background work that is repeated; several processes may do it at once. */
export interface Job {
  name: string
  /** How long to rest after a turn. */
  everyMs: number
  /** Takes one turn, which ends soon after the signal. `true` means that there is more to do: the next one follows. */
  run(signal: AbortSignal): Promise<unknown>
  /** A turn that lasts until the signal. It traces its pieces of work by itself. */
  isEndless?: true
}

/**
 * Runs each job in its own loop, so that none waits for another. A failed turn is logged, and the next one runs as
 * usual.
 *
 * @returns a function that stops them, after their current turns.
 */
export function runJobs(jobs: readonly Job[], log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const loops = jobs.map(async ({ name, everyMs, run, isEndless }) => {
    const turn = () => (isEndless ? run(signal) : traceJob(name, () => run(signal)))
    while (!signal.aborted) {
      const more = await turn().catch((err: unknown) => {
        if (!signal.aborted) log.warn({ err, job: name }, 'a job failed; it will run again')
      })
      if (more !== true) await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}
