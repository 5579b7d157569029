import { memo, Suspense, useState } from 'react'
import { isMoney } from '../../../../../shared/column-types.ts'
import type { TotalKind } from '../../../../../shared/totals.ts'
import { later } from '../../../../service/parts.ts'
import { numberText, shownText } from '../../cells/cell-shown.rules.ts'
import type { TextContext } from '../../cells/cell-text.rules.ts'
import { NumberContent } from '../../cells/number-content.tsx'
import classes from '../../list/grid.module.css'
import { useSignal } from '../../list/signal.ts'
import type { Column, GridState } from '../../list/types.ts'
import { WHY_UNCOUNTED } from '../../list/uncounted-words.ts'
import { type GridColumn, GUTTER, type Layout } from '../layout/laid-out.ts'
import type { GridModel } from '../model/model.ts'
import type { RowQuery } from '../rows/row-query.rules.ts'
import { shownTotal, totalOf } from '../rows/totals.rules.ts'
import { useTotal } from '../rows/use-total.ts'
import { useTotals } from '../rows/use-totals.ts'

const TotalMenu = later(() => import('./total-menu.tsx').then((m) => m.TotalMenu))

interface Props {
  model: GridModel
  layout: Layout
  query: RowQuery
  totals: GridState['totals']
  context: TextContext
  from: number
  to: number
  onTotal: (key: string, total: TotalKind | 'none') => void
  onFocus: () => void
}

/** The last line of the grid: the number of rows, and a total of each column that has one. */
export const Totals = memo(function Totals(props: Props) {
  const { model, layout, query, totals, context, from, to, onTotal, onFocus } = props
  const total = useTotal(model.source)
  const visible = layout.columns.map(({ column }) => column)
  const { shown, ask } = useTotals(model.source, visible, { totals }, query)
  const { is } = useSignal(model.source.state)
  const isCounted = useSignal(model.source.isCounted)
  const isUncountable = useSignal(model.source.isUncountable)
  const isKnown = isCounted && (total > 0 || is === 'ready')
  const count = total.toLocaleString()
  const counted = isKnown
    ? { text: count, title: `${count} rows` }
    : isUncountable
      ? { text: `${count}+`, title: `More than ${count} rows. ${WHY_UNCOUNTED}` }
      : null
  const columns = layout.columns.slice(Math.max(from, layout.frozen.length), to)
  const cellOf = (at: GridColumn) => {
    const kind = totalOf(at.column, { totals })
    const known = kind === 'none' || total === 0 ? undefined : shownTotal(shown, at.key, kind)
    return (
      <TotalCell
        key={at.key}
        at={at}
        kind={kind}
        text={isUncountable ? '–' : known && textOf(at.column, kind, known.value ?? null, context)}
        amount={isMoney(at.column.type) && kind !== 'filled' ? known?.value : null}
        isSure={known?.isSure ?? true}
        ask={total > 0 ? ask : null}
        onTotal={onTotal}
        onFocus={onFocus}
      />
    )
  }
  return (
    <div role="rowgroup" className={classes.totals} style={{ width: layout.width }}>
      <div role="row" aria-rowindex={total + 2} className={classes.totalsRow}>
        <div className={classes.stay} style={{ width: layout.frozenWidth }}>
          <div
            role="rowheader"
            aria-colindex={1}
            className={classes.gutter}
            style={{ width: GUTTER }}
            {...(counted ? { title: counted.title } : {})}
          >
            <span className="visually-hidden">Rows: </span>
            {counted?.text}
          </div>
          {layout.frozen.map(cellOf)}
        </div>
        {columns.map(cellOf)}
      </div>
    </div>
  )
})

const labels: Record<TotalKind, string> = {
  sum: 'Sum',
  average: 'Avg',
  min: 'Min',
  max: 'Max',
  filled: 'Filled',
}

function textOf(
  column: Column,
  kind: TotalKind | 'none',
  value: number | string | null,
  context: TextContext,
): string {
  if (value === null) return '–'
  if (typeof value === 'string') return shownText(column, value, undefined, context)
  if (kind === 'filled') return value.toLocaleString()
  const isRounded = kind === 'average' && !isMoney(column.type)
  return numberText(column, isRounded ? Number(value.toFixed(2)) : value)
}

interface CellProps {
  at: GridColumn
  kind: TotalKind | 'none'
  /** `undefined` while it is not known. */
  text: string | undefined
  /** If it is an amount, which stands below those of its column. */
  amount: number | string | null | undefined
  isSure: boolean
  ask: (() => void) | null
  onTotal: Props['onTotal']
  onFocus: Props['onFocus']
}

function TotalCell({ at, kind, text, amount, isSure, ask, onTotal, onFocus }: CellProps) {
  const { column, key } = at
  const [isOpen, setOpen] = useState(false)
  const mustAsk = ask !== null && kind !== 'none'
  const close = () => {
    setOpen(false)
    onFocus()
  }
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className={classes.totalButton}
      aria-haspopup="menu"
      onClick={() => (mustAsk ? ask() : setOpen(true))}
    >
      {kind === 'none' ? (
        <span className={classes.totalNone}>
          Total<span className="visually-hidden"> of {column.name}</span>
        </span>
      ) : (
        <>
          <span className="visually-hidden">Total of {column.name}: </span>
          <span className={classes.totalKind}>{labels[kind]}</span>{' '}
          {mustAsk ? (
            '…'
          ) : typeof amount === 'number' ? (
            <NumberContent column={column} value={amount} />
          ) : (
            text
          )}
        </>
      )}
    </button>
  )
  return (
    <div
      role="gridcell"
      aria-colindex={at.index + 2}
      aria-busy={!isSure}
      className={classes.total}
      data-unsure={!isSure || undefined}
      style={{ left: at.left, width: at.width }}
    >
      {isOpen ? (
        <Suspense fallback={button}>
          <TotalMenu
            button={button}
            column={column}
            chosen={kind}
            onChoose={(total) => onTotal(key, total)}
            onClose={close}
          />
        </Suspense>
      ) : (
        button
      )}
    </div>
  )
}
