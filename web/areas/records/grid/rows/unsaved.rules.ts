import { valueWords } from '../../../../ui/failures/refused-value.rules.ts'
import { isEmpty } from '../../cells/cell-text.rules.ts'
import type { CellChange, Conflict, Refusal } from './changes.rules.ts'
import type { ReportNote } from './report.rules.ts'

/** Notes the changes that were not saved: refused, or overtaken by somebody else's. */
export function unsavedNotes(
  changes: readonly CellChange[],
  conflicts: readonly Conflict[],
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
  const theirs = conflicts.map(({ change, theirs }) => {
    const now = isEmpty(theirs) ? 'cleared it' : `changed it to “${textOf(theirs)}”`
    return noted(change, `Someone else ${now}`)
  })
  // A row that was refused as a whole loses none of its cells.
  const others = refused.flatMap(({ rowId, key, ...why }) =>
    changes
      .filter((change) => change.rowId === rowId && (key === null || change.key === key))
      .map((change) => noted(change, valueWords(why).replace(/\.$/, ''))),
  )
  return [...theirs, ...others]
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : String(value)
