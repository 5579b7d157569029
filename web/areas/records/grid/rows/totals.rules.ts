import { isMoney } from '../../../../../shared/column-types.ts'
import type { TotalKind } from '../../../../../shared/totals.ts'
import { errorOf, isEmpty } from '../../cells/cell-text.rules.ts'
import type { Cells, Column, GridState } from '../../list/types.ts'
import { isSame } from './live.rules.ts'

/** The total of a column over all rows of a list. */
export interface Total {
  readonly key: string
  readonly kind: TotalKind
  /** Whether the cells are numbers, rather than days or times. */
  readonly isNumber: boolean
  /** `undefined` before it is known; `null` if no row has a value. */
  readonly value: number | string | null | undefined
  /** Whether it counts every change so far. */
  readonly isSure: boolean
}

/** What a column shows below its cells unless somebody chooses: the sum, if it is money. */
export const totalOf = ({ key, type }: Column, { totals }: Pick<GridState, 'totals'>) =>
  totals[key] ?? (isMoney(type) ? 'sum' : 'none')

/** The totals that are needed to show one: an average follows changes only if its sum and number are known. */
export const partsOf = (kind: TotalKind): readonly TotalKind[] =>
  kind === 'average' ? ['sum', 'filled'] : [kind]

/**
 * The totals after a row has changed, has come (`before` is null) or has gone (`after` is null). One that cannot be
 * calculated from that keeps its value, but is not sure any more.
 */
export const shifted = (
  totals: readonly Total[],
  before: Cells | null,
  after: Cells | null,
): readonly Total[] => {
  const next = totals.map((total) => shiftedOne(total, before?.[total.key], after?.[total.key]))
  return next.some((total, i) => total !== totals[i]) ? next : totals
}

function shiftedOne(total: Total, before: unknown, after: unknown): Total {
  const { kind, value, isNumber } = total
  if (value === undefined || isSame(before, after)) return total
  const [was, is] = [filled(before), filled(after)]
  if (kind === 'filled') {
    return { ...total, value: Number(value) + (is === null ? 0 : 1) - (was === null ? 0 : 1) }
  }
  const type = isNumber ? 'number' : 'string'
  const isOther = [was, is].some((cell) => cell !== null && typeof cell !== type)
  if (isOther) return doubted(total)
  if (kind === 'sum') {
    const sum = Number(value) + Number(is ?? 0) - Number(was ?? 0)
    return { ...total, value: Number(sum.toPrecision(15)) }
  }
  const most = is as number | string | null
  const beats =
    most !== null && (value === null || (kind === 'min' ? most <= value : most >= value))
  if (beats) return { ...total, value: most }
  // Another row may have the same value, or only the next one.
  return was !== null && was === value ? doubted(total) : total
}

/** A cell's value; `null` if it is empty, or if it holds a formula's error. */
const filled = (cell: unknown): unknown =>
  isEmpty(cell) || errorOf(cell) !== undefined ? null : cell

export const doubted = (total: Total): Total => (total.isSure ? { ...total, isSure: false } : total)

/** What a column shows; `undefined` before it is known. */
export function shownTotal(
  totals: readonly Total[],
  key: string,
  kind: TotalKind,
): Pick<Total, 'value' | 'isSure'> | undefined {
  const parts = partsOf(kind).map((part) =>
    totals.find((total) => total.key === key && total.kind === part),
  )
  const [first, second] = parts
  if (parts.some((part) => part?.value === undefined)) return undefined
  const isSure = parts.every((part) => part!.isSure)
  if (kind !== 'average') return { value: first!.value, isSure }
  const count = Number(second!.value)
  return { value: count === 0 ? null : Number(first!.value) / count, isSure }
}
