import { useEffect, useState } from 'react'
import { natureOf } from '../../../../../shared/column-types.ts'
import { useSignal } from '../../list/signal.ts'
import type { Column, GridState } from '../../list/types.ts'
import type { RowQuery } from './row-query.rules.ts'
import type { RowSource } from './row-source.ts'
import { RowTotals } from './row-totals.ts'
import { partsOf, type Total, totalOf } from './totals.rules.ts'
import { useTotal } from './use-total.ts'

/** The service reads every row to calculate totals, so for more rows than this the user has to ask for them. */
const MOST_UNASKED = 100_000

interface Totals {
  shown: readonly Total[]
  /** Requests the totals, if the user has to ask for them. */
  ask: (() => void) | null
}

/** The totals of the visible columns. */
export function useTotals(
  source: RowSource,
  columns: readonly Column[],
  state: Pick<GridState, 'totals'>,
  { filter, search }: RowQuery,
): Totals {
  const [totals] = useState(() => new RowTotals(source))
  const total = useTotal(source)
  const isCounted = useSignal(source.isCounted)
  const isUncountable = useSignal(source.isUncountable)
  const shown = useSignal(totals.shown)
  const [isAsked, setAsked] = useState(false)
  const wanted = columns.flatMap((column) => {
    const kind = totalOf(column, state)
    if (kind === 'none') return []
    const isNumber = natureOf(column) === 'number'
    return partsOf(kind).map((part) => ({ key: column.key, kind: part, isNumber }))
  })
  const isLong = total > MOST_UNASKED
  // Totals take as long as counting, so what cannot be counted has none.
  const isKnown = isCounted && !isUncountable && total > 0
  const names = JSON.stringify(isKnown && (!isLong || isAsked) ? wanted : [])
  useEffect(() => {
    // Until then, those of the previous list are shown, as not sure.
    if (!isCounted && !isUncountable) return
    const narrowed = { ...(filter ? { filter } : {}), ...(search ? { search } : {}) }
    totals.ask(narrowed, JSON.parse(names), isLong)
  }, [totals, isCounted, isUncountable, filter, search, names, isLong])
  useEffect(() => () => totals.dispose(), [totals])
  const mustAsk = isKnown && isLong && !isAsked
  return { shown, ask: mustAsk ? () => setAsked(true) : null }
}
