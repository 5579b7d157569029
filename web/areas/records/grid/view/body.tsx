import { type ReactNode, type RefObject, Suspense, useEffect, useMemo } from 'react'
import { later } from '../../../../service/parts.ts'
import { useReached } from '../../../../service/reach.ts'
import type { TextContext } from '../../cells/cell-text.rules.ts'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import type { Column } from '../../list/types.ts'
import type { Layout } from '../layout/laid-out.ts'
import {
  contentHeight,
  ROW_HEIGHT,
  type RowsInView,
  rowsInView,
  slotsIn,
} from '../layout/rows-in-view.rules.ts'
import { useScroll } from '../layout/use-scroll.ts'
import type { GridModel } from '../model/model.ts'
import { groupedLines, plainLines } from '../rows/groups.rules.ts'
import { askedIn } from '../rows/questions.rules.ts'
import { marksOf } from '../rows/report.rules.ts'
import type { RowQuery } from '../rows/row-query.rules.ts'
import { isSingle, rangeOf } from '../selection/selection.rules.ts'
import type { GroupHead } from './group-lines.tsx'
import { cellId, GridRow } from './row.tsx'

const ACTIVE = 'aria-activedescendant'

// Only some lists have groups.
const GroupLines = later(() => import('./group-lines.tsx').then((m) => m.GroupLines))

interface Props {
  gridId: string
  model: GridModel
  layout: Layout
  scroller: RefObject<HTMLElement | null>
  /** The columns in view, the first and the one after the last. */
  from: number
  to: number
  context: TextContext
  openRowId: string | null
  /** The column by which rows are grouped. */
  group: Column | undefined
  query: RowQuery
  overlay: (view: RowsInView) => ReactNode
}

/** The rows in view, with the headings of their groups. */
export function Body(props: Props) {
  const { gridId, model, layout, scroller, from, to, context, openRowId, group, query, overlay } =
    props
  const { source } = model
  useSignal(source.changed)
  const groups = useSignal(source.groups)
  const folded = useSignal(model.folded)
  const news = useSignal(source.news.rows)
  const selection = useSignal(model.selection)
  const picked = useSignal(model.picked)
  const flashes = useSignal(source.flashes.now)
  const report = useSignal(model.report)
  const reached = useReached()
  const marks = useMemo(() => marksOf(report), [report])
  const questions = useSignal(model.edits.questions)
  const scroll = useScroll(scroller, model.lines)
  const rows = source.total + news.length
  const lines = useMemo(
    () => (group ? groupedLines(rows, groups, folded) : plainLines(rows)),
    [group, rows, groups, folded],
  )
  model.lines.current = lines
  model.bounds.current = {
    rows,
    columns: layout.columns.length,
    page: Math.max(1, Math.floor(scroll.height / ROW_HEIGHT) - 1),
  }
  const view = rowsInView(lines.count, scroll)
  const slots = slotsIn(scroll)
  const first = rowAfter(model, view.from)
  const last = rowAfter(model, view.to)
  useEffect(() => source.show(first, last), [source, first, last])
  // Tells screen readers which cell is active, while it is drawn. The grid itself keeps the focus.
  useEffect(() => {
    const { row, column } = selection.active
    const id = cellId(gridId, row, column)
    const active = document.getElementById(id) ? id : null
    const grid = scroller.current
    if (grid === null || grid.getAttribute(ACTIVE) === active) return
    if (active === null) grid.removeAttribute(ACTIVE)
    else grid.setAttribute(ACTIVE, active)
  })

  const range = rangeOf(selection)
  const drawn = []
  const heads: GroupHead[] = []
  for (let line = view.from; line < view.to; line++) {
    const what = lines.at(line)
    const top = line * ROW_HEIGHT + view.shift
    if (what.kind === 'group') {
      heads.push({ slot: line % slots, top, group: what.group })
      continue
    }
    const { row: index } = what
    const row = source.rowAt(index)
    const selected = index >= range.top && index <= range.bottom
    drawn.push(
      <GridRow
        key={line % slots}
        gridId={gridId}
        index={index}
        top={top}
        row={row}
        layout={layout}
        from={from}
        to={to}
        context={context}
        draft={news[index - source.total]?.cells}
        left={selected ? range.left : -1}
        right={selected ? range.right : -2}
        picked={row !== undefined && picked.has(row.id)}
        open={row !== undefined && row.id === openRowId}
        flash={row && flashes.get(row.id)}
        refused={row && marks.get(row.id)}
        asked={row ? askedIn(questions, row.id) : ''}
        waiting={row && !reached ? source.drafts.keysOf(row.id) : ''}
      />,
    )
  }
  return (
    <div
      role="rowgroup"
      className={classes.body}
      style={{ height: contentHeight(lines.count), width: layout.width }}
      data-single={isSingle(selection) || undefined}
    >
      {drawn}
      {group && (
        <Suspense>
          <GroupLines
            model={model}
            layout={layout}
            context={context}
            column={group}
            query={query}
            heads={heads}
            from={from}
            to={to}
            onFold={(index) => model.folded.set(toggled(folded, index))}
          />
        </Suspense>
      )}
      {overlay(view)}
    </div>
  )
}

/** The row in a line, or the next one below it. */
function rowAfter({ lines, bounds }: GridModel, line: number): number {
  const { count, at } = lines.current
  for (let next = line; next < count; next++) {
    const found = at(next)
    if (found.kind === 'row') return found.row
  }
  return bounds.current.rows
}

function toggled(folded: ReadonlySet<number>, group: number): ReadonlySet<number> {
  const next = new Set(folded)
  if (!next.delete(group)) next.add(group)
  return next
}
