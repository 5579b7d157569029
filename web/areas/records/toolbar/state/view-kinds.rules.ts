import { isChoice, natureOf } from '../../../../../shared/column-types.ts'
import { hasOrder } from '../../../../../shared/filter-operators.ts'
import type { Column, GridState, ViewKind } from '../../list/types.ts'

const fits: Record<ViewKind, (column: Column) => boolean> = {
  grid: hasOrder,
  kanban: ({ type }) => isChoice(type),
  calendar: (column) => ['date', 'datetime'].includes(natureOf(column)),
}

/** The columns that a kanban can have lanes for, a calendar days, and a grid groups. */
export const columnsFor = (kind: ViewKind, columns: readonly Column[]): Column[] =>
  columns.filter(fits[kind])

/** The column that a kanban has lanes for, or a calendar days; null if there is none. */
export function columnOf(
  { kind, group }: Pick<GridState, 'kind' | 'group'>,
  columns: readonly Column[],
): Column | null {
  const fitting = columnsFor(kind, columns)
  return fitting.find(({ key, id }) => key === group || id === group) ?? fitting[0] ?? null
}

/** The change of a state that shows its rows in another way, by a column that fits. */
export function shownAs(
  kind: ViewKind,
  { kind: before, group }: Pick<GridState, 'kind' | 'group'>,
  columns: readonly Column[],
): Partial<GridState> {
  if (kind !== 'grid') return { kind, group: columnOf({ kind, group }, columns)?.key ?? null }
  // Groups by day are rarely what somebody wants who closes a calendar.
  return { kind, group: before === 'calendar' ? null : group }
}
