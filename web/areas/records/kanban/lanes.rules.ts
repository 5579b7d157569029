import type { RowGroup } from '../grid/rows/groups.rules.ts'
import type { Column, GridState } from '../list/types.ts'
import type { Gathered } from '../moves/moving.rules.ts'

/** A column of the kanban: the rows with one option, or with none. */
export type Lane = Gathered

export const laneName = (value: string | null): string => value ?? '(empty)'

/**
 * The lanes in the order of the options, then values that are no option any more, then rows without a value. The last
 * are left out if there are none.
 */
export function lanesOf(
  { settings }: Pick<Column, 'settings'>,
  groups: readonly RowGroup[],
): Lane[] {
  const found = new Map(groups.map((group) => [group.value as string | null, group]))
  const labels = (settings.options ?? []).map(({ label }) => label)
  const others = groups.flatMap(({ value }) =>
    typeof value === 'string' && !labels.includes(value) ? [value] : [],
  )
  const laneOf = (value: string | null): Lane => {
    const { count = 0, sums = {} } = found.get(value) ?? {}
    return { value, count, sums }
  }
  const last = found.has(null) ? [laneOf(null)] : []
  return [...[...labels, ...others].map(laneOf), ...last]
}

/** The filter of a lane: the list's own, and the lane's value. */
export function laneFilter(
  filter: GridState['filter'],
  key: string,
  value: string | null,
): NonNullable<GridState['filter']> {
  const test = value === null ? { column: key, op: 'is_empty' } : { column: key, op: 'eq', value }
  return filter ? { and: [filter, test] } : test
}
