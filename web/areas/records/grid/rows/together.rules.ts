import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { cellName } from './changes.rules.ts'
import type { Job } from './jobs.ts'

/** How many of the jobs go in one request: the first, and the ones behind it that change other cells, in as many rows as it takes. */
export function goingTogether(jobs: readonly Job[]): number {
  const cells = new Set<string>()
  const rows = new Set<string>()
  const stop = jobs.findIndex((job, place) => {
    if (place > 0 && (goesAlone(job) || goesAlone(jobs[0]!))) return true
    const changes = changesOf(job)
    const isRepeated = changes.some((one) => cells.has(cellName(one)))
    for (const one of changes) {
      cells.add(cellName(one))
      rows.add(one.rowId)
    }
    return place > 0 && (isRepeated || rows.size > MOST_ROWS)
  })
  return stop < 0 ? jobs.length : stop
}

const changesOf = ({ work }: Job) => (work.does === 'change' ? work.changes : [])

/**
 * A change of several rows does: if the service refused one of them, the job would be sent again, with rows that are stored
 * by then, perhaps in another form, which would look like somebody else's.
 */
const goesAlone = (job: Job): boolean =>
  job.work.does !== 'change' ||
  job.isAlone === true ||
  changesOf(job).some(({ rowId }, _, [first]) => rowId !== first!.rowId)
