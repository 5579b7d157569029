import type { Job } from '../../platform/jobs/jobs.ts'
import type { ImportDeps } from './imports.ts'
import { importTurn } from './work.ts'

/** So many files at once, a process: a small one need not wait for a large one to end. */
const AT_ONCE = 2

export const importJobs = (deps: ImportDeps): Job[] =>
  Array.from({ length: AT_ONCE }, (_, nth) => ({
    name: `imports ${nth + 1}`,
    everyMs: 500,
    run: (signal: AbortSignal) => importTurn(deps, signal),
  }))
