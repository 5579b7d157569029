import type { Data } from '../../../api.ts'

export type Daily = Data<'definitions.countReceipts'>
export type DayCounts = Pick<Daily['days'][number], Measure>
export const measures = ['filled', 'coerced', 'ignored', 'refused'] as const
export type Measure = (typeof measures)[number]

export const measureNames: Record<Measure, string> = {
  filled: 'Rows filled',
  coerced: 'Cells converted',
  ignored: 'Cells ignored',
  refused: 'Rows refused',
}

/** What came on each day of the time asked about, days without anything included, oldest first. */
export function byDay({ from, to, days }: Daily): (DayCounts & { day: string })[] {
  return daysBetween(from, to).map((day) => {
    const ofDay = days.filter((one) => one.day === day)
    const sum = (measure: Measure) => ofDay.reduce((total, one) => total + one[measure], 0)
    return {
      day,
      filled: sum('filled'),
      coerced: sum('coerced'),
      ignored: sum('ignored'),
      refused: sum('refused'),
    }
  })
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const next = new Date(`${from}T00:00:00Z`)
  for (let day = from; day <= to; day = next.toISOString().slice(0, 10)) {
    days.push(day)
    next.setUTCDate(next.getUTCDate() + 1)
  }
  return days
}

/** Heights of bars from 0 to 1; what is not nothing is always to be seen. */
export function heightsOf(values: readonly number[]): number[] {
  const most = Math.max(...values, 1)
  return values.map((value) => (value === 0 ? 0 : Math.max(value / most, 0.06)))
}

/** What a list of requests is cut to. */
export interface Cut<Outcome> {
  day: string | undefined
  outcome: Outcome | undefined
}

/**
 * A bar leads to the requests that it counts: that of refused rows to refused requests, the others, which no
 * refused request adds to, to all that were not asked for otherwise. Chosen once more it leads back.
 */
export function cutByBar<Outcome extends string>(
  { day, outcome }: Cut<Outcome>,
  bar: { day: string; measure: Measure },
): Cut<Outcome | 'refused'> {
  const wanted = bar.measure === 'refused' ? 'refused' : outcome === 'refused' ? undefined : outcome
  if (day === bar.day && outcome === wanted) {
    return { day: undefined, outcome: bar.measure === 'refused' ? undefined : outcome }
  }
  return { day: bar.day, outcome: wanted }
}
