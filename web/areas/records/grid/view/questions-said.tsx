import { conflictWords } from '../../cells/conflict-words.ts'
import { useTexts } from '../../cells/use-texts.ts'
import { useSignal } from '../../list/signal.ts'
import type { Definition } from '../../list/types.ts'
import type { GridModel } from '../model/model.ts'

const KEYS = 'Press F8 to go there, and then Escape and Tab to choose.'

export interface SaidProps {
  model: GridModel
  definition: Definition
  /** The row whose cells are shown, if not those of all. */
  rowId?: string
  /** Whether it is for the grid, which has keys to get there. */
  isGrid?: boolean
}

/** What a screen reader says, once people pause, about a cell that somebody else changed too. For a live region. */
export function QuestionsSaid({ model, definition, rowId, isGrid = false }: SaidProps) {
  const context = useTexts(definition)
  const question = useSignal(model.edits.questions).findLast(
    (one) => rowId === undefined || one.rowId === rowId,
  )
  const column = question && definition.columns.find(({ key }) => key === question.key)
  const words = (): string => {
    const { drawn: mine, theirs } = question!
    const row = model.source.saved(question!.rowId)
    return `${column!.name}: ${conflictWords(column!, { mine, theirs }, row, context)} ${isGrid ? KEYS : ''}`
  }
  return column ? words() : null
}
