import type { groupOrders } from '../../../../contract/records/listing.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_SUMS, MOST_TOTALS } from '../../../../shared/limits.ts'
import { type TotalKind, totalKinds, totalsOf } from '../../../../shared/totals.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import { fine, wrong } from '../../../platform/read.rules.ts'
import type { Column, DefinitionView } from '../definitions/definition.rules.ts'
import { readFilter } from '../filters/filter.rules.ts'
import { readFilterText } from '../filters/filter-text.rules.ts'
import { groupedOrder, type Order, ranksOf, readSort } from '../filters/order.rules.ts'
import type { Condition, FilterContext } from '../filters/plan.rules.ts'
import { type Problem, type ReadPart, refuseProblems } from '../filters/problems.rules.ts'
import { findTarget, type Target } from '../filters/targets.rules.ts'

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
  const { view } = context
  const at = (name: keyof ListingQuery) =>
    query[name] === undefined ? `query.view.${name}` : `${place}.${name}`
  const sort = query.sort ?? saved?.sort
  const fields = query.fields ?? saved?.fields
  const group = query.group ?? saved?.group
  const sum = query.sum ?? saved?.sum
  const read = {
    savedFilter:
      saved?.filter === undefined ? none : readFilter(saved.filter, context, 'query.view.filter'),
    filter: query.filter === undefined ? none : readFilterText(query.filter, context, at('filter')),
    sorted: sort ? readSort(listed(sort), view, at('sort')) : fine({ keys: [], descending: false }),
    columns: fields ? readFields(fields, view, at('fields')) : fine(view.columns),
    target: group ? readGroup(group, view, at('group')) : none,
    sums: sum ? readSums(sum, view, at('sum')) : fine([]),
    totals: readTotals(query.totals, view, `${place}.totals`),
  }
  const stray: Problem[] = []
  if (place === 'query' && query.sum && !group) {
    stray.push({ path: 'query.sum', why: why('sum_without_group', {}) })
  }
  if (query.groupOrder && !group) {
    stray.push({ path: 'query.groupOrder', why: why('only_with', { field: 'group' }) })
  }
  refuseProblems(view, [...Object.values(read).flatMap(({ problems }) => problems), ...stray])
  const target = read.target.value
  const ranks = target && query.groupOrder === 'options' ? ranksOf(target) : undefined
  return {
    condition: both([read.savedFilter.value, read.filter.value]),
    search: searchOf([saved?.search, query.search]),
    order: target ? groupedOrder(target, read.sorted.value, ranks) : read.sorted.value,
    columns: read.columns.value,
    group: target && { target, sums: read.sums.value },
    totals: read.totals.value,
    trashed: query.trashed ?? false,
  }
}

const none = fine(undefined)

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

function readFields(fields: Names, view: DefinitionView, path: string): ReadPart<Column[]> {
  const chosen = new Set<Column>()
  const problems: Problem[] = []
  for (const name of listed(fields)) {
    const column = view.find(name)
    if (column) chosen.add(column)
    else problems.push({ path, unknown: name })
  }
  return { value: view.columns.filter((column) => chosen.has(column)), problems }
}

function readGroup(
  group: string,
  view: DefinitionView,
  path: string,
): ReadPart<Target | undefined> {
  const target = findTarget(view, group)
  if (!target) return { value: undefined, problems: [{ path, unknown: group }] }
  if (target.key && target.comparison !== 'position') return fine(target)
  return wrong(undefined, why('not_groupable', { column: group }), path)
}

function readSums(sum: Names, view: DefinitionView, path: string): ReadPart<Sum[]> {
  const names = listed(sum)
  const sums: Sum[] = []
  const problems: Problem[] = []
  if (names.length > MOST_SUMS) {
    problems.push({ path, why: why('too_many_columns', { most: MOST_SUMS }) })
  }
  for (const name of names.slice(0, MOST_SUMS)) {
    const column = view.find(name)
    const target = column && findTarget(view, name)
    if (!column || !target) problems.push({ path, unknown: name })
    else if (!target.summand) problems.push({ path, why: why('not_summable', { column: name }) })
    else sums.push({ column: column.key, target })
  }
  return { value: sums, problems }
}

/** Totals are asked for as a text or by column. A column without a total only has to exist. */
function readTotals(
  asked: ListingQuery['totals'],
  view: DefinitionView,
  path: string,
): ReadPart<Total[]> {
  if (asked === undefined) return fine([])
  const isText = typeof asked === 'string'
  const pairs = isText ? listed(asked).map(pairOf) : Object.entries(asked)
  const totals: Total[] = []
  const problems: Problem[] = []
  if (isText && pairs.length > MOST_TOTALS) {
    problems.push({ path, why: why('too_many_totals', { most: MOST_TOTALS }) })
  }
  for (const [name, total] of pairs.slice(0, isText ? MOST_TOTALS : pairs.length)) {
    const column = view.find(name)
    const target = column && findTarget(view, name)
    if (!isKind(total) && total !== 'none') {
      const sent = JSON.stringify(`${name}:${total}`.slice(0, 100).toWellFormed())
      problems.push({ path, why: why('not_a_total', { sent, totals: totalKinds.join(', ') }) })
    } else if (!column || !target) problems.push({ path, unknown: name })
    else if (isKind(total)) {
      const known = totalsOf(column)
      if (known.includes(total)) totals.push({ column: column.key, target, total })
      else {
        const unfit = { column: name, total, totals: known.join(', ') }
        problems.push({ path, why: why('no_such_total', unfit) })
      }
    }
  }
  return { value: totals, problems }
}

const isKind = (total: string): total is TotalKind =>
  (totalKinds as readonly string[]).includes(total)

/** `amount:sum`. A name may have a colon of its own, so the last one counts. */
function pairOf(text: string): [name: string, total: string] {
  const colon = text.lastIndexOf(':')
  return colon < 0 ? [text, ''] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
}

/** Whether a list has all rows outside the trash, whose number is stored. */
export const isAll = ({ condition, search, trashed }: Listing): boolean =>
  !condition && !search && !trashed

/** Whether a list has all rows outside the trash, by position. */
export const isPlain = (listing: Listing): boolean =>
  isAll(listing) && listing.order.keys.length === 0 && !listing.order.descending
