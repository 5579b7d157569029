import { memo } from 'react'
import { NumberContent } from '../cells/number-content.tsx'
import classes from '../grid.module.css'
import { type GridColumn, GUTTER, type Layout } from '../layout/columns.rules.ts'
import type { GridModel } from '../model.ts'
import type { RowQuery } from '../rows/row-query.rules.ts'
import { useSums } from '../rows/use-sums.ts'
import { useTotal } from '../rows/use-total.ts'
import { useSignal } from '../signal.ts'
import type { Definition } from '../types.ts'

interface Props {
  definition: Definition
  model: GridModel
  layout: Layout
  query: RowQuery
  from: number
  to: number
}

/** The last line of the grid: the number of rows, and the sums of their numbers. */
export const Totals = memo(function Totals(props: Props) {
  const { definition, model, layout, query, from, to } = props
  const total = useTotal(model.source)
  const sums = useSums(definition, layout, query, model.source)
  const { is } = useSignal(model.source.state)
  const isCounted = useSignal(model.source.isCounted)
  const isKnown = isCounted && (total > 0 || is === 'ready')
  const columns = layout.columns.slice(Math.max(from, layout.frozen.length), to)
  const sumOf = (at: GridColumn) => (
    <Total key={at.key} at={at} sum={sums.of[at.key]} ask={sums.ask[at.key]} />
  )
  return (
    <div role="rowgroup" className={classes.totals} style={{ width: layout.width }}>
      <div role="row" aria-rowindex={total + 2} className={classes.totalsRow}>
        <div className={classes.stay} style={{ width: layout.frozenWidth }}>
          <div
            role="rowheader"
            aria-colindex={1}
            className={classes.gutter}
            style={{ width: GUTTER }}
            {...(isKnown ? { title: `${total.toLocaleString()} rows` } : {})}
          >
            <span className="visually-hidden">Rows: </span>
            {isKnown && total.toLocaleString()}
          </div>
          {layout.frozen.map(sumOf)}
        </div>
        {columns.map(sumOf)}
      </div>
    </div>
  )
})

interface TotalProps {
  at: GridColumn
  sum: number | undefined
  /** Requests the sums, if they are not calculated automatically. */
  ask: (() => void) | undefined
}

function Total({ at, sum, ask }: TotalProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={at.index + 2}
      className={classes.total}
      style={{ left: at.left, width: at.width }}
    >
      {sum === undefined && ask && (
        <button type="button" tabIndex={-1} onClick={ask} aria-label={`Sum of ${at.column.name}`}>
          Σ …
        </button>
      )}
      {sum !== undefined && (
        <>
          <span aria-hidden>Σ</span>
          <span className="visually-hidden">Sum </span>
          <NumberContent column={at.column} value={sum} />
        </>
      )}
    </div>
  )
}
