import type { PointerEvent, ReactNode } from 'react'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import type { Layout } from '../layout/laid-out.ts'
import { movedIntoView } from '../layout/place.ts'
import { ROW_HEIGHT, type RowsInView } from '../layout/rows-in-view.rules.ts'
import type { GridHandle } from '../model/handle.ts'
import type { GridModel } from '../model/model.ts'
import { isSingle, type Range, rangeOf } from '../selection/selection.rules.ts'
import { QuestionsBeside } from './questions-part.tsx'

interface Props {
  grid: GridHandle
  view: RowsInView
  mayFill: boolean
  onFillStart: (event: PointerEvent) => void
  /** The editor of the active cell, if one is open. */
  children: ReactNode
}

/**
 * The selection, drawn over the rows so that no row has to render: once over the frozen columns, once over the
 * scrolling ones.
 */
export function Overlay({ children, ...props }: Props) {
  const { model, layout } = props.grid
  const editing = useSignal(model.editing)
  const inFrozen = editing !== null && editing.column < layout.frozen.length
  return (
    <>
      <div className={classes.panes}>
        <Marks {...props} />
        <QuestionsBeside {...props} />
        {!inFrozen && children}
      </div>
      <div className={classes.stayingPane} style={{ width: layout.frozenWidth }}>
        <Marks {...props} frozen />
        <QuestionsBeside {...props} frozen />
        {inFrozen && children}
      </div>
    </>
  )
}

interface MarksProps extends Omit<Props, 'children'> {
  frozen?: boolean
}

function Marks({ grid, view, mayFill, onFillStart, frozen = false }: MarksProps) {
  const { model, layout } = grid
  const selection = useSignal(model.selection)
  const filling = useSignal(model.filling)
  const tip = useSignal(model.tip)
  const range = rangeOf(selection)
  const { active } = selection
  const boxOf = (part: Range) => boxIn(model, layout, view.shift, frozen, part)
  const whole = boxOf(range)
  const cell = boxOf({
    top: active.row,
    bottom: active.row,
    left: active.column,
    right: active.column,
  })
  const goal = filling && boxOf(filling)
  const corner = layout.columns[range.right]
  return (
    <div aria-hidden>
      {whole && !isSingle(selection) && <div className={classes.range} style={whole} />}
      {cell && <div className={classes.active} style={cell} />}
      {cell && tip?.over === selection && (
        <div className={classes.tipped} style={cell}>
          <div className={classes.tip} ref={movedIntoView}>
            {tip.why}
          </div>
        </div>
      )}
      {goal && <div className={classes.filling} style={goal} />}
      {whole && mayFill && corner?.frozen === frozen && (
        <div
          className={classes.handle}
          style={{ top: whole.top + whole.height - 4, left: whole.left + whole.width - 4 }}
          onPointerDown={onFillStart}
        />
      )}
    </div>
  )
}

/** Where a range is drawn: its part among the frozen columns, or among the others. */
function boxIn(
  { lines, bounds }: GridModel,
  { columns, frozen: staying }: Layout,
  shift: number,
  frozen: boolean,
  { top, bottom, left, right }: Range,
) {
  if (bottom < 0 || top >= bounds.current.rows || columns.length === 0) return null
  const from = frozen ? left : Math.max(left, staying.length)
  const to = frozen ? Math.min(right, staying.length - 1) : right
  const first = columns[from]
  const last = columns[to]
  if (!first || !last || from > to) return null
  const start = lines.current.lineOf(Math.max(0, top))
  const end = lines.current.lineOf(Math.min(bottom, bounds.current.rows - 1))
  // The whole range is folded. Its group's heading is not part of it.
  if (start === end && lines.current.at(start).kind === 'group') return null
  return {
    top: start * ROW_HEIGHT + shift,
    left: first.left,
    width: last.left + last.width - first.left,
    height: (end - start + 1) * ROW_HEIGHT,
  }
}
