import type { Job } from '../../platform/jobs/jobs.ts'
import type { ImportDeps } from './running/imports.ts'
import { importTurn } from './running/work.ts'

/** How many files a process imports at once, so that a small one need not wait for a large one. */
const AT_ONCE = 2

export const importJobs = (deps: ImportDeps): Job[] =>
  Array.from({ length: AT_ONCE }, (_, nth) => ({
    name: `imports ${nth + 1}`,
    everyMs: 500,
    run: (signal: AbortSignal) => importTurn(deps, signal),
  }))
