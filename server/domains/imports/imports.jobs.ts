import type { Job } from '../../platform/jobs/jobs.ts'
import { Shares } from '../../platform/sharing/shares.ts'
import type { ImportDeps } from './running/imports.ts'
import { importTurn } from './running/work.ts'

/** How many files a process imports at once: two of a workspace, so that a small one need not wait for a large one. */
const AT_ONCE = 3

export function importJobs(deps: ImportDeps): Job[] {
  const places = new Shares(AT_ONCE)
  return Array.from({ length: AT_ONCE }, (_, nth) => ({
    name: `imports ${nth + 1}`,
    everyMs: 500,
    run: (signal: AbortSignal) => importTurn(deps, signal, places),
  }))
}
