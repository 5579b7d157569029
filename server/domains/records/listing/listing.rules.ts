import type { groupOrders } from '../../../../contract/records/listing.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_SUMS, MOST_TOTALS } from '../../../../shared/limits.ts'
import { type TotalKind, totalKinds, totalsOf } from '../../../../shared/totals.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import type { Column } from '../definitions/definition.rules.ts'
import { findTarget, Problems, readFilter } from '../filters/filter.rules.ts'
import { parseFilterText } from '../filters/filter-text.rules.ts'
import { groupedOrder, type Order, ranksOf, readSort } from '../filters/order.rules.ts'
import type { Condition, FilterContext } from '../filters/plan.rules.ts'
import type { Target } from '../filters/targets.rules.ts'

/** The query of a list, as a request or a saved view has it. */
export interface ListingQuery {
  /** JSON text, or its value. */
  filter?: unknown
  sort?: Names | undefined
  search?: string | undefined
  fields?: Names | undefined
  group?: string | undefined
  groupOrder?: (typeof groupOrders)[number] | undefined
  sum?: Names | undefined
  /** `amount:sum`, or in a view what is shown for each column. */
  totals?: string | Record<string, TotalKind | 'none'> | undefined
}

/** Separated by commas in a request, a list in a view. */
export type Names = string | readonly string[]

/** What a list answers: every name is found, every value checked. */
export interface Listing {
  condition: Condition | undefined
  search: string | undefined
  /** The only rows that can be in the list, if known; they are still tested. */
  among?: readonly string[] | undefined
  order: Order
  /** The columns whose cells the answer has. */
  columns: readonly Column[]
  group: { target: Target; sums: readonly Sum[] } | undefined
  totals: readonly Total[]
  trashed: boolean
}

/** A total over all rows of a list. */
export interface Total {
  /** The column's key. */
  column: string
  target: Target
  total: TotalKind
}

export interface Sum {
  /** The column's key. */
  column: string
  target: Target
}

/**
 * Decides what a list answers.
 *
 * @param saved the query of a saved view. Its filter applies too; the rest applies unless the request says otherwise.
 * @param place the query's place in the request.
 * @throws Refusal unknown_column, invalid_request; all problems at once.
 */
export function planListing(
  query: ListingQuery & { trashed?: boolean | undefined },
  saved: ListingQuery | undefined,
  context: FilterContext,
  place = 'query',
): Listing {
  const problems = new Problems()
  const { view } = context
  const at = (name: keyof ListingQuery) =>
    query[name] === undefined ? `query.view.${name}` : `${place}.${name}`
  const condition = both([
    saved?.filter === undefined
      ? undefined
      : readFilter(saved.filter, context, 'query.view.filter', problems),
    query.filter === undefined
      ? undefined
      : readFilter(parseFilterText(query.filter, problems), context, `${place}.filter`, problems),
  ])
  const sort = query.sort ?? saved?.sort
  const fields = query.fields ?? saved?.fields
  const group = query.group ?? saved?.group
  const sum = query.sum ?? saved?.sum
  const sorted = sort
    ? readSort(listed(sort), view, at('sort'), problems)
    : { keys: [], descending: false }
  const columns = fields ? readFields(fields, context, at('fields'), problems) : view.columns
  const target = group ? readGroup(group, context, at('group'), problems) : undefined
  const sums = sum ? readSums(sum, context, at('sum'), problems) : []
  const totals = readTotals(query.totals, context, `${place}.totals`, problems)
  if (place === 'query' && query.sum && !group)
    problems.add('query.sum', why('sum_without_group', {}))
  if (query.groupOrder && !group) {
    problems.add('query.groupOrder', why('only_with', { field: 'group' }))
  }
  problems.refuse()
  const ranks = target && query.groupOrder === 'options' ? ranksOf(target) : undefined
  return {
    condition,
    search: searchOf([saved?.search, query.search]),
    order: target ? groupedOrder(target, sorted, ranks) : sorted,
    columns,
    group: target && { target, sums },
    totals,
    trashed: query.trashed ?? false,
  }
}

const both = (conditions: (Condition | undefined)[]): Condition | undefined => {
  const of = conditions.filter((condition) => condition !== undefined)
  return of.length > 1 ? { kind: 'all', of } : of[0]
}

/** If both a view and a request have a search, the request's counts. */
const searchOf = (texts: (string | undefined)[]): string | undefined =>
  texts.map((text) => trimmed(text ?? '')).findLast((text) => text !== '')

const listed = (names: Names): string[] =>
  (typeof names === 'string' ? names.split(',') : names)
    .map((name) => name.trim())
    .filter((name) => name !== '')

function readFields(
  fields: Names,
  { view }: FilterContext,
  path: string,
  problems: Problems,
): Column[] {
  const chosen = new Set<Column>()
  for (const name of listed(fields)) {
    const column = view.find(name)
    if (column) chosen.add(column)
    else problems.addUnknown(path, name, view)
  }
  return view.columns.filter((column) => chosen.has(column))
}

function readGroup(
  group: string,
  { view }: FilterContext,
  path: string,
  problems: Problems,
): Target | undefined {
  const target = findTarget(view, group)
  if (!target) return void problems.addUnknown(path, group, view)
  if (target.key && target.comparison !== 'position') return target
  return void problems.add(path, why('not_groupable', { column: group }))
}

function readSums(sum: Names, { view }: FilterContext, path: string, problems: Problems): Sum[] {
  const names = listed(sum)
  if (names.length > MOST_SUMS) problems.add(path, why('too_many_columns', { most: MOST_SUMS }))
  return names.slice(0, MOST_SUMS).flatMap((name) => {
    const column = view.find(name)
    const target = column && findTarget(view, name)
    if (!column || !target) problems.addUnknown(path, name, view)
    else if (target.summand) {
      return [{ column: column.key, target }]
    } else problems.add(path, why('not_summable', { column: name }))
    return []
  })
}

/** What is asked for, as a text or by column. A column without a total only has to exist. */
function readTotals(
  asked: ListingQuery['totals'],
  { view }: FilterContext,
  path: string,
  problems: Problems,
): Total[] {
  if (asked === undefined) return []
  const isText = typeof asked === 'string'
  const pairs = isText ? listed(asked).map(pairOf) : Object.entries(asked)
  if (isText && pairs.length > MOST_TOTALS) {
    problems.add(path, why('too_many_totals', { most: MOST_TOTALS }))
  }
  return pairs.slice(0, isText ? MOST_TOTALS : pairs.length).flatMap(([name, total]) => {
    const column = view.find(name)
    const target = column && findTarget(view, name)
    if (!isKind(total) && total !== 'none') {
      const sent = JSON.stringify(`${name}:${total}`.slice(0, 100).toWellFormed())
      problems.add(path, why('not_a_total', { sent, totals: totalKinds.join(', ') }))
    } else if (!column || !target) problems.addUnknown(path, name, view)
    else if (isKind(total)) {
      const known = totalsOf(column)
      if (known.includes(total)) return [{ column: column.key, target, total }]
      const totals = known.join(', ')
      problems.add(path, why('no_such_total', { column: name, total, totals }))
    }
    return []
  })
}

const isKind = (total: string): total is TotalKind =>
  (totalKinds as readonly string[]).includes(total)

/** `amount:sum`. A name may have a colon of its own, so the last one counts. */
function pairOf(text: string): [name: string, total: string] {
  const colon = text.lastIndexOf(':')
  return colon < 0 ? [text, ''] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
}
