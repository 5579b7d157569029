import type { Cells } from '../../list/types.ts'
import type { CellChange } from './changes.rules.ts'
import { isSame } from './live.rules.ts'

/**
 * A cell that somebody here and somebody else changed. Theirs is saved; mine is kept until whoever made it chooses one
 * of the two.
 */
export interface Question {
  rowId: string
  key: string
  /** The value that is sent to keep mine. */
  mine: unknown
  /** Mine as it was drawn, such as an amount for the text that was pasted. */
  drawn: unknown
  /** What the cell holds. */
  theirs: unknown
  /** What the change is called. */
  label: string
}

/** The words at such a cell itself. */
export const ASKED = 'Someone else changed it too'

type Cell = Pick<Question, 'rowId' | 'key'>

export const questionAt = <C extends Cell>(cells: readonly C[], { rowId, key }: Cell) =>
  cells.find((cell) => cell.rowId === rowId && cell.key === key)

/** The questions, and a new one for some cells, in place of what was asked about them before. */
export const withAsked = (
  questions: readonly Question[],
  asked: readonly Question[],
): readonly Question[] => [...withoutCells(questions, asked), ...asked]

export function withoutCells(
  questions: readonly Question[],
  cells: readonly Cell[],
): readonly Question[] {
  const left = questions.filter((question) => !questionAt(cells, question))
  return left.length < questions.length ? left : questions
}

/** Whether a change was made to mine, as it was drawn before anything was asked. Any other change is made to theirs. */
export const followsMine = ({ from }: CellChange, { mine, drawn }: Question): boolean =>
  isSame(from, mine) || isSame(from, drawn)

/** The questions once rows have changed: about what the cells hold now. Nothing is asked about one that holds mine. */
export function asOf(
  questions: readonly Question[],
  cellsOf: (rowId: string) => Cells | undefined,
): readonly Question[] {
  let hasChanged = false
  const now = questions.flatMap((question) => {
    const cells = cellsOf(question.rowId)
    const theirs = cells?.[question.key] ?? null
    if (!cells || isSame(theirs, question.theirs)) return question
    hasChanged = true
    const isMine = isSame(theirs, question.mine) || isSame(theirs, question.drawn)
    return isMine ? [] : { ...question, theirs }
  })
  return hasChanged ? now : questions
}

/** The columns of a row that are asked about, as text. */
export const askedIn = (questions: readonly Question[], rowId: string): string =>
  questions.flatMap((one) => (one.rowId === rowId ? one.key : [])).join(' ')
