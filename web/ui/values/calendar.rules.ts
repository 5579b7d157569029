import { type Day, dateOf, dayOf, plusDays } from './days.rules.ts'

/** The month of a day as `2026-11`, or a month that many months later. */
export function monthOf(day: Day, later = 0): string {
  const at = dateOf(`${day.slice(0, 7)}-01`)
  at.setMonth(at.getMonth() + later)
  return dayOf(at).slice(0, 7)
}

export const isMonth = (text: string | undefined): text is string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')

/** The weeks that a month touches, each of seven days. `firstDay` is 1 for Monday to 7 for Sunday. */
export function weeksOf(month: string, firstDay: number): Day[][] {
  const first: Day = `${month}-01`
  const before = (dateOf(first).getDay() - firstDay + 7) % 7
  const next = `${monthOf(first, 1)}-01`
  const weeks: Day[][] = []
  for (let at = plusDays(first, -before); at < next; at = plusDays(at, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, n) => plusDays(at, n)))
  }
  return weeks
}

/** The day that a key leads to from another one; undefined for keys that do nothing here. */
export function dayAfterKey(key: string, day: Day): Day | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
  }
  const step = steps[key]
  if (step !== undefined) return plusDays(day, step)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const month = monthOf(day, key === 'PageUp' ? -1 : 1)
  const last = plusDays(`${monthOf(`${month}-01`, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}
