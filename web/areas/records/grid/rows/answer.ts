import type { Signal } from '../../list/signal.ts'
import type { CellChange } from './changes.rules.ts'
import type { Edits } from './edits.ts'
import { type Question, questionAt, withoutCells } from './questions.rules.ts'
import { type PasteReport, withUnsaved } from './report.rules.ts'
import { unsavedNotes } from './unsaved.rules.ts'

interface Asking {
  edits: Edits
  /** Where cells are noted whose changes were refused. */
  report: Signal<PasteReport | null>
}

/** Writes mine over theirs, or forgets it. What is refused then is kept with what was typed. */
export function answer(
  { edits, report }: Asking,
  questions: readonly Question[],
  choice: 'mine' | 'theirs',
): void {
  const [first] = questions
  edits.questions.set(withoutCells(edits.questions.get(), questions))
  if (choice === 'theirs' || !first) return
  const changes = questions.map(({ rowId, key, theirs, mine }): CellChange => {
    return { rowId, key, from: theirs, to: mine }
  })
  edits
    .change(first.label, changes, (change) => questionAt(questions, change)?.drawn)
    .then(
      ({ refused }) => {
        const notes = unsavedNotes(changes, refused)
        if (notes.length > 0) report.set(withUnsaved(report.get(), notes))
      },
      // The queue has shown why.
      () => edits.ask(questions),
    )
}
