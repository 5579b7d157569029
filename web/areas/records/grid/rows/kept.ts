import type { Row } from '../../list/types.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.rules.ts'
import type { KeptRows } from './new-rows.ts'
import type { Question } from './questions.rules.ts'
import type { ReportNote } from './report.rules.ts'

/** Everything that is done in a grid and not in the service yet. */
export interface Kept {
  /** The board's or page's key. */
  definition: string
  log: Log
  news: KeptRows
  /** The changed rows as they were saved. */
  known: readonly Row[]
  notes: readonly ReportNote[]
  /** Missing from what an older version of the app has kept. */
  questions?: readonly Question[]
}

const MAP = '\u0000map'

/**
 * As text of the form that 0.2.0 reads, because another tab may still have it open: what a write sends stands apart from
 * it, and created rows have cells that are left to send.
 */
export function keptWritten({ log, news, ...kept }: Kept): string {
  const writes = log.writes.map(({ id, act, does }) => ({ id, act, does }))
  const jobs = log.writes.map(({ id, act: _, does: __, ...job }): [number, Job] => [id, job])
  const made = news.made.map(([id, one]) => [id, { ...one, left: {} }])
  const all = { ...kept, log: { ...log, writes }, jobs, news: { ...news, made } }
  return JSON.stringify(all, (_, value) => (value instanceof Map ? { [MAP]: [...value] } : value))
}

export function keptRead(text: string): Kept {
  const { jobs, ...kept } = JSON.parse(text, (_, value) =>
    value?.[MAP] ? new Map(value[MAP]) : value,
  ) as Kept & { jobs: [number, Job][] }
  const sent = new Map(jobs)
  const writes = kept.log.writes.flatMap((write) => {
    const job = sent.get(write.id)
    return job ? { ...write, ...job } : []
  })
  return { ...kept, log: { ...kept.log, writes } }
}
