import { memo } from 'react'
import { IconArrowsDiagonal } from '../../../../ui/icons/icons.ts'
import { CellContent, isPlain } from '../../cells/cell.tsx'
import type { TextContext } from '../../cells/cell-text.rules.ts'
import classes from '../../list/grid.module.css'
import type { Cells, Row } from '../../list/types.ts'
import { type GridColumn, GUTTER, type Layout } from '../layout/laid-out.ts'
import { ASKED } from '../rows/questions.rules.ts'

export interface RowProps {
  gridId: string
  /** Its number in the list, from 0. */
  index: number
  /** Where it is drawn, in pixels. */
  top: number
  /** `undefined` while it is loading. */
  row: Row | undefined
  /** The cells of a row being filled in. */
  draft: Cells | undefined
  layout: Layout
  /** The columns beside the frozen ones that are in view: the first, and the one after the last. */
  from: number
  to: number
  context: TextContext
  /** The selected columns, the first and the last; -1 for none. */
  left: number
  right: number
  picked: boolean
  open: boolean
  flash: ReadonlySet<string> | undefined
  /** Why cells were refused in the last paste, by column. */
  refused: ReadonlyMap<string, string> | undefined
  /** The columns of the cells that somebody else changed too. */
  asked: string
  /** The columns of the cells that wait to be sent while the service is away. */
  waiting: string
}

/** One row. It renders only when something in it changes. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { gridId, index, top, row, draft, layout, from, to, picked, open } = props
  const cells = layout.columns.slice(Math.max(from, layout.frozen.length), to)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={picked}
      className={classes.row}
      data-row={index}
      data-picked={picked || undefined}
      data-open={open || undefined}
      data-draft={draft ? true : undefined}
      style={{ top, width: layout.width }}
    >
      <div className={classes.stay} style={{ width: layout.frozenWidth }}>
        <Gutter index={index} row={row} picked={picked} />
        {layout.frozen.map((column) => (
          <Cell key={column.key} id={cellId(gridId, index, column.index)} at={column} {...props} />
        ))}
      </div>
      {cells.map((column) => (
        <Cell key={column.key} id={cellId(gridId, index, column.index)} at={column} {...props} />
      ))}
    </div>
  )
})

export const cellId = (gridId: string, row: number, column: number): string =>
  `${gridId}-${row}-${column}`

function Gutter({ index, row, picked }: Pick<RowProps, 'index' | 'row' | 'picked'>) {
  return (
    <div role="rowheader" aria-colindex={1} className={classes.gutter} style={{ width: GUTTER }}>
      <span className={classes.number}>
        {row ? index + 1 : <span className="visually-hidden">New row</span>}
      </span>
      {row && (
        <>
          <span className={classes.pick} data-act="pick" data-on={picked || undefined} />
          <span className={classes.open} data-act="open" title="Open the record (Space)">
            <IconArrowsDiagonal size={14} aria-hidden />
          </span>
        </>
      )}
    </div>
  )
}

interface CellProps extends RowProps {
  id: string
  at: GridColumn
}

function Cell(props: CellProps) {
  const { id, at, row, draft, context, left, right, flash, refused, asked, waiting } = props
  const { column, key, index, width, numeric, locked } = at
  const value = draft ? draft[key] : row?.cells[key]
  const selected = index >= left && index <= right
  const why = refused?.get(key)
  const isWaiting = waiting.split(' ').includes(key)
  const isAsked = asked.split(' ').includes(key)
  const description = why ?? (isAsked ? ASKED : isWaiting ? 'Not sent yet' : undefined)
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={index + 2}
      aria-selected={selected}
      aria-readonly={locked !== null}
      className={classes.cell}
      data-column={index}
      data-plain={isPlain(column) || undefined}
      data-numeric={numeric || undefined}
      data-locked={locked !== null || undefined}
      data-asked={isAsked || undefined}
      data-refused={why !== undefined || undefined}
      aria-invalid={why !== undefined || undefined}
      aria-description={description}
      title={description ?? locked ?? undefined}
      data-waiting={isWaiting || undefined}
      data-flash={flash?.has(key) || undefined}
      style={{ left: at.left, width }}
    >
      {row || draft ? (
        <CellContent column={column} value={value} row={row} context={context} />
      ) : (
        <span className={classes.ghost} />
      )}
    </div>
  )
}
