import type { TotalKind } from '../../../../shared/totals.ts'
import type { DefinitionView } from '../definitions/definition.rules.ts'
import { rowFields } from '../filters/targets.rules.ts'
import type { ListingQuery } from './listing.rules.ts'

/** A view's query as it is stored: it names columns by id, so that renaming changes nothing. */
export interface SavedQuery {
  filter?: unknown
  sort?: string[]
  fields?: string[]
  group?: string
  sum?: string[]
  search?: string
  totals?: ShownTotals
  frozen?: number
}

/** The total that an app shows for a column. */
export type ShownTotals = Record<string, TotalKind | 'none'>

/** How many columns stay while the others scroll, unless the view says otherwise. */
const FROZEN = 1

/** The parts of a view's query in a body; `null` removes a part, and a missing part stays. */
export interface QueryParts {
  filter?: object | null
  sort?: string[]
  fields?: string[] | null
  group?: string | null
  sum?: string[]
  search?: string | null
  totals?: ShownTotals
  frozen?: number
}

type Rename = (name: string) => string | undefined

/** A filter with its columns renamed; undefined if one has no new name. */
export function renamedFilter(filter: unknown, rename: Rename): object | undefined {
  let whole = true
  const walked = walk(filter)
  return whole ? (walked as object) : undefined

  function walk(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    const { column } = node as { column?: unknown }
    if (typeof column === 'string') {
      const name = rename(column)
      whole &&= name !== undefined
      return { ...node, column: name }
    }
    return Object.fromEntries(Object.entries(node).map(([word, of]) => [word, walk(of)]))
  }
}

/** The totals with their columns renamed; those without a new name are left out. */
const renamedTotals = (totals: ShownTotals, rename: Rename): ShownTotals =>
  Object.fromEntries(
    Object.entries(totals).flatMap(([column, total]) => {
      const name = rename(column)
      return name === undefined ? [] : [[name, total]]
    }),
  )

/** `-name` or `name`, renamed. */
const renamedSort = (sort: string, rename: Rename): string | undefined => {
  const descending = sort.startsWith('-')
  const name = rename(descending ? sort.slice(1).trim() : sort)
  return name === undefined ? undefined : (descending ? '-' : '') + name
}

/** The query with the body's parts, as it is stored. All its columns exist. */
export function savedWith(query: SavedQuery, parts: QueryParts, view: DefinitionView): SavedQuery {
  const id: Rename = (name) => (rowFields.includes(name) ? name : view.find(name)?.id)
  const ids = (names: string[]) => names.map((name) => renamedSort(name, id)!)
  const changed: SavedQuery = { ...query }
  const set = <P extends keyof SavedQuery>(part: P, value: SavedQuery[P] | null | undefined) => {
    if (value === undefined) return
    if (value === null || (Array.isArray(value) && value.length === 0)) delete changed[part]
    else changed[part] = value
  }
  set('filter', parts.filter && renamedFilter(parts.filter, id))
  set('sort', parts.sort && ids(parts.sort))
  set('fields', parts.fields && ids(parts.fields))
  set('group', parts.group && id(parts.group))
  set('sum', parts.sum && ids(parts.sum))
  set('search', parts.search)
  set('totals', parts.totals && renamedTotals(parts.totals, id))
  set('frozen', parts.frozen)
  if (parts.filter === null) delete changed.filter
  if (parts.fields === null) delete changed.fields
  if (parts.group === null) delete changed.group
  return changed
}

export interface ProjectedQuery {
  filter: object | null
  sort: string[]
  fields: string[] | null
  group: string | null
  sum: string[]
  search: string | null
  totals: ShownTotals
  frozen: number
  partial: boolean
}

/** The query as the reader sees it, with column keys; parts that name other columns are left out, with their values. */
export function projectedQuery(query: SavedQuery, view: DefinitionView): ProjectedQuery {
  const keys = new Map(view.columns.map(({ id, key }) => [id, key]))
  const key: Rename = (id) => (rowFields.includes(id) ? id : keys.get(id))
  let partial = false
  const kept = (names: readonly string[] = []): string[] => {
    const found = names.map((name) => renamedSort(name, key)).filter((name) => name !== undefined)
    partial ||= found.length < names.length
    return found
  }
  const filter = query.filter === undefined ? null : (renamedFilter(query.filter, key) ?? null)
  const fields = query.fields ? kept(query.fields) : null
  const [sort, sum, group] = [
    kept(query.sort),
    kept(query.sum),
    kept(query.group ? [query.group] : []),
  ]
  partial ||= query.filter !== undefined && filter === null
  const totals = renamedTotals(query.totals ?? {}, key)
  partial ||= Object.keys(totals).length < Object.keys(query.totals ?? {}).length
  const { search = null, frozen = FROZEN } = query
  return { filter, sort, fields, group: group[0] ?? null, sum, search, totals, frozen, partial }
}

/** The list that a saved query asks for; `whole` is false if its filter had to be left out. */
export function listingOf(
  query: SavedQuery,
  view: DefinitionView,
): ListingQuery & { whole: boolean } {
  const { filter, sort, fields, group, sum, search } = projectedQuery(query, view)
  return {
    whole: query.filter === undefined || filter !== null,
    ...(filter ? { filter } : {}),
    ...(sort.length > 0 ? { sort } : {}),
    ...(fields && fields.length > 0 ? { fields } : {}),
    ...(group ? { group } : {}),
    ...(group && sum.length > 0 ? { sum } : {}),
    ...(search ? { search } : {}),
  }
}
