import type { Day } from '../../../ui/values/days.rules.ts'

/** The days whose rows are read together: the ones with the fewest rows first, until `most` rows are reached. */
export function listedDays(counts: ReadonlyMap<Day, number>, most: number): Day[] {
  let left = most
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => one - other)
    .filter(([, count]) => {
      left -= count
      return left >= 0
    })
    .map(([day]) => day)
    .sort()
}
