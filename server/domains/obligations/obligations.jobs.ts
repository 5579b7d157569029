import type { Database } from '../../platform/database/db.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { sweepBreaches } from './escalation/breaches.ts'

/** The background work of obligations. */
export const obligationJobs = (db: Database): Job[] => [
  { name: 'obligations', everyMs: 30_000, run: (signal) => sweepBreaches(db, signal) },
]
