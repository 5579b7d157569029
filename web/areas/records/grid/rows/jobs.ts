import { randomKey } from '../../../../../sdk/random-key.ts'
import { isReached } from '../../../../service/reach.ts'
import type { Cells } from '../../list/types.ts'
import type { CellChange } from './changes.rules.ts'
import type { WentBack } from './report.rules.ts'

/** What a write sends, as plain data. */
export type Work =
  | { does: 'change'; changes: readonly CellChange[]; shown: readonly unknown[] }
  | { does: 'add'; rows: readonly Cells[] }
  /** @property was the cells of the row before it. */
  | { does: 'fill'; id: string; cells: Cells; was: Cells }
  | { does: 'remove'; ids: readonly string[] }
  | { does: 'go back'; verb: WentBack['verb'] }

/** What a write is called, and what it sends. */
export interface Job {
  readonly label: string
  readonly work: Work
  /** The beginning of the Idempotency-Keys of its requests. */
  readonly key: string
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
