import { MOST_ROWS } from '../../../../../shared/limits.ts'
import { cellName } from './changes.rules.ts'
import type { Job } from './jobs.ts'

/** How many of the jobs go in one request: the first, and those behind it that change other cells, in as many rows as it takes. */
export function goingTogether(jobs: readonly Job[]): number {
  const cells = new Set<string>()
  const rows = new Set<string>()
  const stop = jobs.findIndex(({ work, isAlone }, place) => {
    if (place > 0 && (work.does !== 'change' || isAlone || jobs[0]!.isAlone)) return true
    const changes = work.does === 'change' ? work.changes : []
    const isRepeated = changes.some((one) => cells.has(cellName(one)))
    for (const one of changes) {
      cells.add(cellName(one))
      rows.add(one.rowId)
    }
    return place > 0 && (isRepeated || rows.size > MOST_ROWS)
  })
  return stop < 0 ? jobs.length : stop
}
