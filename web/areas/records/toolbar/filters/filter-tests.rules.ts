import type { GridState } from '../../list/types.ts'

type Filter = NonNullable<GridState['filter']>

/** How many tests a filter has. */
export function testsIn(filter: Filter | null): number {
  if (!filter) return 0
  const { and, or, not } = filter as { and?: Filter[]; or?: Filter[]; not?: Filter }
  if (not) return testsIn(not)
  const of = and ?? or
  return of ? of.reduce((sum, each) => sum + testsIn(each), 0) : 1
}
