import type { CellChange } from './changes.rules.ts'
import type { Edits } from './edits.ts'
import { type Question, questionAt, withoutCells } from './questions.rules.ts'

/** Writes mine over theirs, or forgets it. A text that is refused then is kept with what was typed. */
export function answer(
  { edits }: { edits: Edits },
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
      ({ refused }) => edits.keepTyped(changes, refused),
      // The queue has shown why.
      () => edits.ask(questions),
    )
}
