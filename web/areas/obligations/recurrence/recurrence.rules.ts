import { dueTimes } from '../../../../shared/recurrence.ts'
import {
  type Frequency,
  type Recurrence,
  weekdayCodes,
} from '../../../../shared/recurrence-rule.ts'

/** The editor's fields. Fields that a frequency does not use are kept in case it is changed back. */
export interface RecurrenceForm {
  freq: Frequency
  interval: number
  /** The weekdays. If there are none, it is the due date's. */
  weekdays: number[]
  /** The day in a month or year: the due date's day, a given day of the month, or a given weekday of the month. */
  on: 'same' | 'day' | 'weekday'
  monthDay: number
  nth: number
  weekday: number
  month: number
  ends: 'never' | 'count' | 'until'
  count: number
  until: string
}

export const blankRecurrence: RecurrenceForm = {
  freq: 'MONTHLY',
  interval: 1,
  weekdays: [],
  on: 'same',
  monthDay: 1,
  nth: 1,
  weekday: 0,
  month: 1,
  ends: 'never',
  count: 10,
  until: '',
}

/** A rule as the editor's fields; undefined if it is too complex for the editor. */
export function recurrenceForm(rule: Recurrence): RecurrenceForm | undefined {
  const { freq, interval, count, until, months, monthDays, weekdays, weekStart } = rule
  if (until instanceof Date || until?.includes('T') || weekStart) return undefined
  const form: RecurrenceForm = {
    ...blankRecurrence,
    freq,
    interval,
    ...(count ? { ends: 'count' as const, count } : {}),
    ...(until ? { ends: 'until' as const, until } : {}),
  }
  const isPlain = !weekdays?.some(({ nth }) => nth !== 0)
  if (freq === 'DAILY') return months || monthDays || weekdays ? undefined : form
  if (freq === 'WEEKLY') {
    if (months || monthDays || !isPlain) return undefined
    return { ...form, weekdays: (weekdays ?? []).map(({ day }) => day).sort() }
  }
  if (freq === 'MONTHLY' ? months : months?.length !== 1) {
    return freq === 'YEARLY' && !months && !monthDays && !weekdays ? form : undefined
  }
  const month = months?.[0] ?? 1
  if (monthDays?.length === 1 && !weekdays) {
    const monthDay = monthDays[0]!
    return monthDay >= -1 ? { ...form, month, on: 'day', monthDay } : undefined
  }
  if (weekdays?.length === 1 && !monthDays) {
    const { day: weekday, nth } = weekdays[0]!
    return nth >= -1 && nth !== 0 && nth <= 4
      ? { ...form, month, on: 'weekday', weekday, nth }
      : undefined
  }
  return freq === 'MONTHLY' && !monthDays && !weekdays ? form : undefined
}

/** The rule that the editor's fields make. */
export function ruleOf(form: RecurrenceForm): string {
  const { freq, interval, on } = form
  const parts = [`FREQ=${freq}`]
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (freq === 'WEEKLY' && form.weekdays.length > 0) {
    const days = [...form.weekdays].sort().map((day) => weekdayCodes[day])
    parts.push(`BYDAY=${days.join(',')}`)
  }
  if (freq === 'MONTHLY' || freq === 'YEARLY') {
    if (freq === 'YEARLY' && on !== 'same') parts.push(`BYMONTH=${form.month}`)
    if (on === 'day') parts.push(`BYMONTHDAY=${form.monthDay}`)
    if (on === 'weekday') parts.push(`BYDAY=${form.nth}${weekdayCodes[form.weekday]}`)
  }
  if (form.ends === 'count') parts.push(`COUNT=${form.count}`)
  if (form.ends === 'until' && form.until) parts.push(`UNTIL=${form.until.replaceAll('-', '')}`)
  return parts.join(';')
}

/** The first times of a series that begins with `first`, for a preview. */
export function firstTimes(rule: Recurrence, first: Date, timeZone: string, most: number): Date[] {
  const times = [first]
  for (const time of dueTimes(rule, first, first, timeZone)) {
    times.push(time)
    if (times.length >= most) break
  }
  return times
}
