import { isPosition, natureOf, type Typed } from './column-types.ts'

/** What can be calculated over the cells of a column in all rows of a list. */
export const totalKinds = ['sum', 'average', 'min', 'max', 'filled'] as const
export type TotalKind = (typeof totalKinds)[number]

/** The totals that a column can have. The cells of any column can be counted; adding up positions means nothing. */
export function totalsOf(column: Typed): readonly TotalKind[] {
  const nature = natureOf(column)
  if (nature === 'number' && !isPosition(column.type)) return totalKinds
  if (nature === 'date' || nature === 'datetime') return ['min', 'max', 'filled']
  return ['filled']
}
