import { isLink, isMoney } from '../../../../../shared/column-types.ts'
import { MOST_SUMS } from '../../../../../shared/limits.ts'
import type { Definition, GridState } from '../../list/types.ts'

/** The part of a grid's state that decides which rows are listed and in which order, in the API's form. */
export interface RowQuery {
  filter?: string
  sort?: string
  search?: string
  group?: string
  groupOrder?: 'options'
  sum?: string
  expand?: 'links'
}

export function queryOf(
  { filter, sort, search, group }: GridState,
  { columns }: Pick<Definition, 'columns'>,
): RowQuery {
  const words = search.trim()
  const sums = columns.filter(({ type }) => isMoney(type)).map(({ key }) => key)
  return {
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
    ...(sort.length > 0 ? { sort: sort.join(',') } : {}),
    ...(words ? { search: words } : {}),
    ...(group ? { group, groupOrder: 'options' } : {}),
    ...(group && sums.length > 0 ? { sum: sums.slice(0, MOST_SUMS).join() } : {}),
    ...(columns.some(({ type }) => isLink(type)) ? { expand: 'links' } : {}),
  }
}

/** The same rows without groups. */
export const withoutGroup = ({
  group: _group,
  groupOrder: _order,
  sum: _sum,
  ...rest
}: RowQuery): RowQuery => rest

/** Whether the list has all rows in the order added, so that new rows go to its end. */
export const isPlain = ({ filter, sort, search, group }: RowQuery): boolean =>
  !filter && !sort && !search && !group

/** Whether the list leaves out rows. */
export const isNarrowed = ({ filter, search }: RowQuery): boolean => Boolean(filter || search)

/** Whether a row may no longer fit the list when its cells in these columns have changed. */
export const narrowsBy = ({ filter = '', search }: RowQuery, keys: readonly string[]): boolean =>
  Boolean(search) ||
  filter.includes('"column":"row.') ||
  keys.some((key) => filter.includes(`"column":${JSON.stringify(key)}`))

/**
 * Whether counting the list takes longer than reading its first rows, because the service has to read every row. False
 * for a list with groups, which cannot be shown without their counts.
 */
export const takesLongToCount = (query: RowQuery): boolean => isNarrowed(query) && !query.group
