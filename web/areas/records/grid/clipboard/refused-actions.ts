import { focus, type GridHandle, select } from '../model/handle.ts'
import { ASKED, type Question } from '../rows/questions.rules.ts'
import { marksOf, nextOf } from '../rows/report.rules.ts'
import { at, type Place } from '../selection/selection.rules.ts'

/** Goes to the next cell that was refused or that somebody else changed too, or to the previous one, and says why. */
export function visitRefused(grid: GridHandle, by: -1 | 1): void {
  const { edits, report, selection } = grid.model
  const refused = [...marksOf(report.get())].flatMap(([rowId, cells]) =>
    [...cells].flatMap(([key, says]) => placeOf(grid, { rowId, key }, says)),
  )
  const asked = edits.questions.get().flatMap((question) => placeOf(grid, question, ASKED))
  const next = nextOf([...refused, ...asked], selection.get().active, by)
  if (next) visit(grid, next)
  else edits.message.set('No cell was refused.')
}

/** Goes to the next of these cells. If none is in the list, opens a record that has one. */
export function visitAsked(grid: GridHandle, questions: readonly Question[]): void {
  const places = questions.flatMap((question) => placeOf(grid, question, ASKED))
  const next = nextOf(places, grid.model.selection.get().active, 1)
  const [first] = questions
  if (next) visit(grid, next)
  else if (first) grid.onOpenRow(first.rowId)
}

interface Found extends Place {
  says: string
}

/** Where a cell is, if it is in the list. */
function placeOf(
  { model, layout }: GridHandle,
  { rowId, key }: Pick<Question, 'rowId' | 'key'>,
  says: string,
): Found[] {
  const row = model.source.placeOf(rowId)
  const column = layout.columns.findIndex((one) => one.key === key)
  return row === undefined || column < 0 ? [] : [{ row, column, says }]
}

function visit(grid: GridHandle, { row, column, says }: Found): void {
  select(grid, at(row, column))
  focus(grid)
  grid.model.edits.message.set(`${grid.layout.columns[column]!.column.name}: ${says}.`)
}
