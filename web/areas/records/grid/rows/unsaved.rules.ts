import { valueWords } from '../../../../service/failures/refused-value.rules.ts'
import { isEmpty } from '../../cells/cell-text.rules.ts'
import type { CellChange, Refusal } from './changes.rules.ts'
import type { ReportNote } from './report.rules.ts'

/** Notes the changes that were refused. */
export function unsavedNotes(
  changes: readonly CellChange[],
  refused: readonly Refusal[],
): ReportNote[] {
  const noted = ({ rowId, key, to }: CellChange, why: string): ReportNote => ({
    kind: 'refused',
    rowId,
    key,
    line: null,
    says: `${isEmpty(to) ? 'You cleared it' : `You typed “${textOf(to)}”`}. ${why}`,
    typed: to ?? '',
  })
  // A row that was refused as a whole loses none of its cells.
  return refused.flatMap(({ rowId, key, ...why }) =>
    changes
      .filter((change) => change.rowId === rowId && (key === null || change.key === key))
      .map((change) => noted(change, valueWords(why).replace(/\.$/, ''))),
  )
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : String(value)
