import { useEffect, useState } from 'react'
import { MOST_SUMS } from '../../../../../shared/limits.ts'
import { useAnswer } from '../../../../api.ts'
import type { Layout } from '../layout/columns.rules.ts'
import { useSignal } from '../signal.ts'
import type { Column, Definition } from '../types.ts'
import type { RowQuery } from './row-query.rules.ts'
import type { RowSource } from './row-source.ts'
import { useTotal } from './use-total.ts'

/** The service reads every row to calculate sums, so for more rows than this the user has to ask for them. */
const MOST_UNASKED = 100_000
const QUIET_MS = 1_500

interface Sums {
  of: Record<string, number>
  /** By column: requests the sums, if the user has to ask for them. */
  ask: Record<string, () => void>
}

/**
 * The sums over all rows of the list. The service only sums by group, so we group by the rows' source, which gives at
 * most four groups, and add those up.
 */
export function useSums(
  { key, columns }: Definition,
  layout: Layout,
  { filter, search }: RowQuery,
  source: RowSource,
): Sums {
  const total = useTotal(source)
  const isCounted = useSignal(source.isCounted)
  const [asked, setAsked] = useState(false)
  const shown = new Set(layout.columns.map((column) => column.key))
  const keys = columns
    .filter((column) => shown.has(column.key) && hasSum(column))
    .slice(0, MOST_SUMS)
    .map((column) => column.key)
  const narrowed = { ...(filter ? { filter } : {}), ...(search ? { search } : {}) }
  const query = { ...narrowed, group: 'row.source', sum: keys.join(), limit: 1 }
  const unasked = total <= MOST_UNASKED
  const isKnown = isCounted && total > 0
  const enabled = keys.length > 0 && isKnown && (unasked || asked)
  const { data, refetch } = useAnswer(
    'definitions.listRows',
    { params: { key }, query },
    { enabled, keepPrevious: true },
  )
  useEffect(() => {
    if (!enabled || !unasked) return
    let timer: ReturnType<typeof setTimeout>
    const stop = source.altered.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(refetch, QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [source, enabled, unasked, refetch])

  if (!enabled) {
    const ask = () => setAsked(true)
    return { of: {}, ask: isKnown ? Object.fromEntries(keys.map((one) => [one, ask])) : {} }
  }
  const of: Record<string, number> = {}
  for (const group of data?.groups ?? []) {
    for (const [column, sum] of Object.entries(group.sums)) {
      of[column] = Number(((of[column] ?? 0) + sum).toPrecision(15))
    }
  }
  return { of, ask: {} }
}

/** Amounts have a sum; a sum of percentages means nothing. */
const hasSum = ({ type, settings }: Column): boolean =>
  type === 'number' ||
  type === 'currency' ||
  (type === 'formula' && settings.resultType === 'number')
