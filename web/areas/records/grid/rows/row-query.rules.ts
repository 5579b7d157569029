import type { Definition, GridState } from '../types.ts'

/** What of a grid's state decides which rows there are, in which order: as the API takes it. */
export interface RowQuery {
  filter?: string
  sort?: string
  search?: string
  group?: string
  expand?: 'links'
}

export function queryOf(
  { filter, sort, search, group }: GridState,
  { columns }: Pick<Definition, 'columns'>,
): RowQuery {
  const words = search.trim()
  return {
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
    ...(sort.length > 0 ? { sort: sort.join(',') } : {}),
    ...(words ? { search: words } : {}),
    ...(group ? { group } : {}),
    ...(columns.some(({ type }) => type === 'link') ? { expand: 'links' } : {}),
  }
}

/** Whether it is the list of all rows as they were added: what comes stands at its end. */
export const isPlain = ({ filter, sort, search, group }: RowQuery): boolean =>
  !filter && !sort && !search && !group
