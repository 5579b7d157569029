import { shownText } from '../cells/cell-shown.rules.ts'
import type { TextContext } from '../cells/cell-text.rules.ts'
import type { Column, GridState } from '../list/types.ts'
import {
  type FilterTarget,
  operatorWords,
  periodWords,
  targetsOf,
} from '../toolbar/filters/filter.rules.ts'

type Filter = NonNullable<GridState['filter']>

/** Which rows a list has and in which order: `Stage is New and Amount is more than 5. Sorted by Amount, descending.` */
export function listWords(
  columns: readonly Column[],
  { filter, search, sort }: Pick<GridState, 'filter' | 'search' | 'sort'>,
  context: TextContext,
): string {
  const targets = new Map(targetsOf(columns).map((target) => [target.key, target]))
  const nameOf = (key: string) => targets.get(key)?.name ?? key
  const sorted = sort.map((one) =>
    one.startsWith('-') ? `${nameOf(one.slice(1))}, descending` : nameOf(one),
  )
  const parts = [
    filter && filterWords(filter, targets, context),
    search && `Contains “${search}”`,
    sorted.length > 0 && `Sorted by ${sorted.join(', then ')}`,
  ]
  return parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
}

function filterWords(
  filter: Filter,
  targets: ReadonlyMap<string, FilterTarget>,
  context: TextContext,
  isInside = false,
): string {
  const { and, or, not } = filter as { and?: Filter[]; or?: Filter[]; not?: Filter }
  if (not) return `not (${filterWords(not, targets, context)})`
  const of = and ?? or
  if (!of) return testWords(filter, targets, context)
  const words = of
    .map((each) => filterWords(each, targets, context, true))
    .join(and ? ' and ' : ' or ')
  return isInside && of.length > 1 ? `(${words})` : words
}

function testWords(
  test: Filter,
  targets: ReadonlyMap<string, FilterTarget>,
  context: TextContext,
): string {
  const { column, op, value } = test as { column: string; op: string; value?: unknown }
  const target = targets.get(column)
  const verb = (target && operatorWords[target.kind][op]) ?? op.replaceAll('_', ' ')
  const values = value === undefined ? '' : ` ${valueWords(value, target, context)}`
  return `${target?.name ?? column} ${verb}${values}`
}

function valueWords(
  value: unknown,
  target: FilterTarget | undefined,
  context: TextContext,
): string {
  if (Array.isArray(value)) return value.map((one) => valueWords(one, target, context)).join(', ')
  if (typeof value === 'object' && value !== null) return periodOf(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === 'me') return 'me'
  if (target?.kind === 'time' && typeof value === 'string' && periodWords[value]) {
    return periodWords[value]
  }
  return target?.column ? shownText(target.column, value, undefined, context) : String(value)
}

/** `{"days": -30}` or `{"from": …, "to": …}`, as filters have them. */
function periodOf(period: object): string {
  const { days, from, to } = period as { days?: number; from?: string; to?: string }
  if (days !== undefined) {
    const count = Math.abs(days)
    return `the ${days < 0 ? 'last' : 'next'} ${count} ${count === 1 ? 'day' : 'days'}`
  }
  return from && to ? `${from} to ${to}` : from ? `${from} or later` : `${to} or earlier`
}
