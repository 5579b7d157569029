import type { DefinitionView } from '../definitions/definition.rules.ts'
import { rowFields } from '../filters/targets.rules.ts'
import type { ListingQuery } from './listing.rules.ts'

/** A view's query as it is kept: columns by their ids, so that renaming changes nothing. */
export interface SavedQuery {
  filter?: unknown
  sort?: string[]
  fields?: string[]
  group?: string
  sum?: string[]
  search?: string
}

/** What a body says of a view's query; `null` takes a part away, and what is absent stays. */
export interface QueryParts {
  filter?: object | null
  sort?: string[]
  fields?: string[] | null
  group?: string | null
  sum?: string[]
  search?: string | null
}

type Rename = (name: string) => string | undefined

/** A filter with its columns called otherwise; nothing if one of them has no other name. */
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

/** `-name` and `name`, called otherwise. */
const renamedSort = (sort: string, rename: Rename): string | undefined => {
  const descending = sort.startsWith('-')
  const name = rename(descending ? sort.slice(1).trim() : sort)
  return name === undefined ? undefined : (descending ? '-' : '') + name
}

/** The query with the body's parts in it, as it is kept. Its columns were found before. */
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
  partial: boolean
}

/** The query as the view may see it, columns by key; parts with others are left out, their values too. */
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
  const { search = null } = query
  return { filter, sort, fields, group: group[0] ?? null, sum, search, partial }
}

/** What a list is asked for by the query; a filter that is not whole stands for nothing, and is told as such. */
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
