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

/** What arrived on each day of the period, including empty days, oldest first. */
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

/** Heights of bars from 0 to 1; anything above zero is visible. */
export function heightsOf(values: readonly number[]): number[] {
  const most = Math.max(...values, 1)
  return values.map((value) => (value === 0 ? 0 : Math.max(value / most, 0.06)))
}

/** The filter of a list of requests. */
export interface Cut<Outcome> {
  day: string | undefined
  outcome: Outcome | undefined
}

/**
 * Choosing a bar filters the list to the requests it counts: for refused rows, the refused requests of the day; for the
 * other measures, all requests of the day, since refused ones add nothing. Choosing it again clears the filter.
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
