import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { type CellChange, cellName } from './changes.rules.ts'
import type { Job } from './jobs.ts'

type Changes = readonly CellChange[]

/**
 * How many of the jobs go in one request: the first, and the ones behind it that change other cells, in as many rows as it takes.
 *
 * @param changesOf what a job changes; `null` if it does something else.
 */
export function goingTogether<J extends Job>(
  jobs: readonly J[],
  changesOf: (job: J) => Changes | null,
): number {
  const cells = new Set<string>()
  const rows = new Set<string>()
  let isLone = false
  const stop = jobs.findIndex((job, place) => {
    if (isLone) return true
    const changes = changesOf(job)
    isLone = goesAlone(job, changes)
    if (!changes || (place > 0 && isLone)) return place > 0
    const isRepeated = changes.some((one) => cells.has(cellName(one)))
    for (const one of changes) {
      cells.add(cellName(one))
      rows.add(one.rowId)
    }
    return place > 0 && (isRepeated || rows.size > MOST_ROWS)
  })
  return stop < 0 ? jobs.length : stop
}

/**
 * A change of several rows does: if the service refused one of them, the job would be sent again, with rows that are stored
 * by then, perhaps in another form, which would look like somebody else's.
 */
const goesAlone = ({ isAlone }: Job, changes: Changes | null): boolean =>
  isAlone === true || changes === null || changes.some(({ rowId }) => rowId !== changes[0]!.rowId)
