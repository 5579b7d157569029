import { conflictWords } from '../../cells/conflict-words.ts'
import type { Column } from '../../list/types.ts'
import { focus, type GridHandle, select } from '../model/handle.ts'
import type { Question } from '../rows/questions.rules.ts'
import { marksOf, nextOf } from '../rows/report.rules.ts'
import { at, type Place } from '../selection/selection.rules.ts'

interface Named {
  rowId: string
  key: string
  says: (column: Column) => string
}

interface Found extends Place {
  says: string
}

/** Goes to the next cell that was refused or that somebody else changed too, or to the previous one, and says why. */
export function visitRefused(grid: GridHandle, by: -1 | 1): void {
  const { edits, report, selection } = grid.model
  const refused = [...marksOf(report.get())].flatMap(([rowId, cells]) =>
    [...cells].map(([key, says]): Named => ({ rowId, key, says: () => `${says}.` })),
  )
  const found = [...refused, ...edits.questions.get().map((one) => named(grid, one))]
  const next = nextOf(placesOf(grid, found), selection.get().active, by)
  if (next) visit(grid, next)
  else edits.message.set('No cell was refused.')
}

/** Goes to the next of these cells. If none is in the list, opens a record that has one. */
export function visitAsked(grid: GridHandle, questions: readonly Question[]): void {
  const found = questions.map((one) => named(grid, one))
  const next = nextOf(placesOf(grid, found), grid.model.selection.get().active, 1)
  const [first] = questions
  if (next) visit(grid, next)
  else if (first) grid.onOpenRow(first.rowId)
}

const named = ({ model, context }: GridHandle, question: Question): Named => {
  const { rowId, key, drawn: mine, theirs } = question
  const row = model.source.saved(rowId)
  return { rowId, key, says: (column) => conflictWords(column, { mine, theirs }, row, context) }
}

const placesOf = ({ model, layout }: GridHandle, cells: readonly Named[]): Found[] =>
  cells.flatMap(({ rowId, key, says }) => {
    const row = model.source.placeOf(rowId)
    const column = layout.columns.find((one) => one.key === key)
    if (row === undefined || !column) return []
    return [{ row, column: column.index, says: `${column.column.name}: ${says(column.column)}` }]
  })

function visit(grid: GridHandle, { row, column, says }: Found): void {
  select(grid, at(row, column))
  focus(grid)
  grid.model.edits.message.set(says)
}
