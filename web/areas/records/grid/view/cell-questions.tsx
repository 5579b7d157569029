import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { ConflictNotice } from '../../cells/conflict-notice.tsx'
import { conflictWords } from '../../cells/conflict-words.ts'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import { cancelEdit } from '../actions/edit-actions.ts'
import type { GridColumn, Layout } from '../layout/laid-out.ts'
import { movedIntoView } from '../layout/place.ts'
import { ROW_HEIGHT, type RowsInView } from '../layout/rows-in-view.rules.ts'
import { focus, type GridHandle } from '../model/handle.ts'
import { answer } from '../rows/answer.ts'
import type { Question } from '../rows/questions.rules.ts'

/** How many characters of each of the two values are shown beside a cell. */
const MOST_CHARS = 40

export interface BesideProps {
  grid: GridHandle
  view: RowsInView
  /** Whether those of the frozen columns are drawn, or the others. */
  frozen?: boolean
}

interface Placed {
  question: Question
  row: number
  line: number
  column: GridColumn
}

/**
 * Beside each cell that somebody else changed too: which change stays? A row shows one question at a time, that of its
 * selected cell or else its first.
 */
export function CellQuestions({ grid, view, frozen = false }: BesideProps) {
  const { model, layout } = grid
  const questions = useSignal(model.edits.questions)
  const selection = useSignal(model.selection)
  const editing = useSignal(model.editing)
  const { active } = selection
  const { lineOf, at } = model.lines.current
  const isEdited = ({ question, column }: Placed) =>
    editing?.rowId === question.rowId && editing.column === column.index
  const isActive = ({ row, column }: Placed) => row === active.row && column.index === active.column
  const rows = new Map<number, Placed>()
  for (const question of questions) {
    const row = model.source.placeOf(question.rowId)
    const column = layout.columns.find(({ key }) => key === question.key)
    if (row === undefined || !column) continue
    const line = lineOf(row)
    // A folded group shows its heading there.
    if (line < view.from || line >= view.to || at(line).kind !== 'row') continue
    const placed = { question, row, line, column }
    const other = rows.get(row)
    const isFirst = !other || (column.index < other.column.index && !isActive(other))
    if (isFirst || isActive(placed)) rows.set(row, placed)
  }
  return (
    [...rows.values()]
      // A Tab goes to that of the selected row first.
      .toSorted((a, b) => Number(b.row === active.row) - Number(a.row === active.row))
      .filter(({ column }) => column.frozen === frozen)
      .map((placed) => (
        <CellQuestion
          key={`${placed.question.rowId} ${placed.question.key}`}
          grid={grid}
          placed={placed}
          top={placed.line * ROW_HEIGHT + view.shift}
          isEdited={isEdited(placed)}
          isBelow={placed.row === active.row && !isEdited(placed)}
        />
      ))
  )
}

interface QuestionProps {
  grid: GridHandle
  placed: Placed
  top: number
  /** Whether its cell is being edited. */
  isEdited: boolean
  /** Whether it is below its cell, because somebody works in the same row; else it covers what is beside the cell. */
  isBelow: boolean
}

function CellQuestion({ grid, placed, top, isEdited, isBelow }: QuestionProps) {
  const { model, layout, context } = grid
  const { question, row, column } = placed
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: below its cell, there is other room for it
  useLayoutEffect(() => place(notice.current, layout, column), [isBelow, layout, column])
  const { rowId, drawn: mine, theirs } = question
  const known = model.source.saved(rowId)
  return (
    <div role="row" aria-rowindex={row + 2}>
      <div
        role="gridcell"
        aria-colindex={column.index + 2}
        className={classes.asking}
        style={{ top, left: column.left, width: column.width }}
      >
        <div
          ref={notice}
          data-question={isBelow ? 'below' : 'beside'}
          onPointerDown={stop}
          onClick={stop}
          onDoubleClick={stop}
          // A person who types goes on typing.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Escape') focus(grid)
            event.stopPropagation()
          }}
        >
          <ConflictNotice
            column={column.column}
            words={conflictWords(column.column, { mine, theirs }, known, context, MOST_CHARS)}
            isLine
            onAnswer={(choice) => {
              // A text that is typed into the cell itself decides, too.
              if (isEdited) cancelEdit(grid)
              else if (notice.current?.contains(document.activeElement)) focus(grid)
              answer(model, [question], choice)
            }}
          />
        </div>
      </div>
    </div>
  )
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** Makes a notice as wide as there is room for, and moves it into view if its cell is. */
function place(notice: HTMLElement | null, { frozenWidth }: Layout, { frozen }: GridColumn): void {
  const grid = notice?.closest('[role="grid"]')
  const cell = notice?.parentElement
  if (!notice || !grid || !cell) return
  notice.removeAttribute('style')
  notice.style.maxWidth = `${grid.clientWidth - (frozen ? 0 : frozenWidth)}px`
  if (cell.getBoundingClientRect().left < grid.getBoundingClientRect().right) movedIntoView(notice)
}
