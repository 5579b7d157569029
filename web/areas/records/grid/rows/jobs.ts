import { randomKey } from '../../../../../sdk/random-key.ts'
import { isReached } from '../../../../service/reach.ts'
import type { Cells, Row } from '../../list/types.ts'
import type { CellChange } from './changes.rules.ts'
import type { Log } from './log.rules.ts'
import type { KeptRows } from './new-rows.ts'
import type { Question } from './questions.rules.ts'
import type { ReportNote, WentBack } from './report.rules.ts'

/** What a write sends, as plain data. */
export type Work =
  | { does: 'change'; changes: readonly CellChange[]; shown: readonly unknown[] }
  | { does: 'add'; rows: readonly Cells[] }
  /** @property was the cells of the row before it. */
  | { does: 'fill'; id: string; cells: Cells; was: Cells }
  | { does: 'remove'; ids: readonly string[] }
  | { does: 'go back'; verb: WentBack['verb'] }

/** A write that the service has not answered yet. */
export interface Job {
  label: string
  work: Work
  /** The beginning of the Idempotency-Keys of its requests. */
  key: string
  /** Whether it had to wait, so that nobody expects its answer any more. */
  isLate: boolean
  /** Whether a row of it was refused when it went together with others. */
  isAlone?: boolean
}

export const newJob = (label: string, work: Work = { does: 'go back', verb: 'Undone' }): Job => ({
  label,
  work,
  key: randomKey(),
  isLate: !isReached(),
})

/** A job's requests are the same in the same order when it is done again, and so are their keys. */
export function keysOf({ key }: Job): () => { idempotencyKey: string } {
  let requests = 0
  return () => ({ idempotencyKey: `${key}-${++requests}` })
}

/** The id of a row that is added together with others, until the service gives it one. */
export const addedId = ({ key }: Pick<Job, 'key'>, index: number): string => `new-${key}-${index}`

/** Everything that is done in a grid and not in the service yet. */
export interface Kept {
  /** The board's or page's key. */
  definition: string
  log: Log
  jobs: readonly [write: number, job: Job][]
  news: KeptRows
  /** The changed rows as they were saved. */
  known: readonly Row[]
  notes: readonly ReportNote[]
  /** Missing from what an older version of the app has kept. */
  questions?: readonly Question[]
}

const MAP = '\u0000map'

export const jobsWritten = (kept: Kept): string =>
  JSON.stringify(kept, (_, value) => (value instanceof Map ? { [MAP]: [...value] } : value))

export const jobsRead = (text: string): Kept =>
  JSON.parse(text, (_, value) => (value?.[MAP] ? new Map(value[MAP]) : value)) as Kept
