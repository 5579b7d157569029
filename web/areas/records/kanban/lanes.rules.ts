import type { RowGroup } from '../grid/rows/groups.rules.ts'
import type { Column, GridState } from '../list/types.ts'
import type { Movable, Moving } from '../moves/moving.rules.ts'

/** A column of the kanban: the rows with one option, or with none. */
export interface Lane {
  value: string | null
  count: number
  sums: Record<string, number>
}

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

/** The lanes as they are once the rows on their way have arrived, with one for each value that had none. */
export function arrived(lanes: readonly Lane[], moving: Iterable<Moving<Movable>>): Lane[] {
  const next = lanes.map((lane) => ({ ...lane, sums: { ...lane.sums } }))
  for (const { row, from, to } of moving) {
    const value = (to ?? null) as string | null
    // Moved back before the service has heard of it.
    if (value === (from ?? null)) continue
    if (!next.some((lane) => lane.value === value)) next.push({ value, count: 0, sums: {} })
    for (const lane of next) {
      const by = lane.value === value ? 1 : lane.value === (from ?? null) ? -1 : 0
      if (by === 0) continue
      lane.count += by
      for (const key of Object.keys(lane.sums)) {
        const amount = row.cells[key]
        if (typeof amount === 'number') {
          lane.sums[key] = Number((lane.sums[key]! + by * amount).toPrecision(15))
        }
      }
    }
  }
  return next
}

/** The rows of a lane: those read, without those that are leaving it, after those that are arriving. */
export function rowsIn<R extends Movable>(
  rows: readonly R[],
  value: string | null,
  moving: Iterable<Moving<R>>,
): R[] {
  const away = new Set<string>()
  const here: R[] = []
  for (const { row, to } of moving) {
    away.add(row.id)
    if ((to ?? null) === value) here.push(row)
  }
  return [...here, ...rows.filter(({ id }) => !away.has(id))]
}
