/** A rule of RFC 5545, as far as the service follows it. */
export interface Recurrence {
  freq: Frequency
  interval: number
  count?: number
  /** The last day, as `2027-12-31`. */
  until?: string
  months?: number[]
  /** From the end of the month if negative. */
  monthDays?: number[]
  weekdays?: Weekday[]
}

export interface Weekday {
  /** From Monday, 0. */
  day: number
  /** Which one in its month, from the end if negative; 0: each. */
  nth: number
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** What the editor asks; what a frequency does not use is kept for when it is chosen again. */
export interface RecurrenceForm {
  freq: Frequency
  interval: number
  /** Of a week; none: that of the due date. */
  weekdays: number[]
  /** Of a month or year: the due date's own day, a day of the month, or a weekday of it. */
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

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Reads a rule that the service took; undefined where it is none. */
export function readRule(text: string): Recurrence | undefined {
  const parts = new Map(
    text
      .toUpperCase()
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string | undefined]),
  )
  const freq = frequencies.find((one) => one === parts.get('FREQ'))
  const weekdays = parts.get('BYDAY')?.split(',').map(readWeekday)
  if (!freq || weekdays?.some(({ day }) => day < 0)) return undefined
  const count = parts.get('COUNT')
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '')
  const months = parts.get('BYMONTH')?.split(',').map(Number)
  const monthDays = parts.get('BYMONTHDAY')?.split(',').map(Number)
  return {
    freq,
    interval: Number(parts.get('INTERVAL') ?? 1),
    ...(count && { count: Number(count) }),
    ...(until && { until: until.slice(1).join('-') }),
    ...(months && { months }),
    ...(monthDays && { monthDays }),
    ...(weekdays && { weekdays }),
  }
}

const readWeekday = (text: string): Weekday => ({
  day: codes.indexOf(text.slice(-2)),
  nth: Number(text.slice(0, -2) || 0),
})

/** The editor's answers to a rule; undefined for one that says more than the editor asks. */
export function formOf(rule: Recurrence): RecurrenceForm | undefined {
  const { freq, interval, count, until, months, monthDays, weekdays } = rule
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

/** The rule that the editor's answers amount to. */
export function ruleOf(form: RecurrenceForm): string {
  const { freq, interval, on } = form
  const parts = [`FREQ=${freq}`]
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (freq === 'WEEKLY' && form.weekdays.length > 0) {
    const days = [...form.weekdays].sort().map((day) => codes[day])
    parts.push(`BYDAY=${days.join(',')}`)
  }
  if (freq === 'MONTHLY' || freq === 'YEARLY') {
    if (freq === 'YEARLY' && on !== 'same') parts.push(`BYMONTH=${form.month}`)
    if (on === 'day') parts.push(`BYMONTHDAY=${form.monthDay}`)
    if (on === 'weekday') parts.push(`BYDAY=${form.nth}${codes[form.weekday]}`)
  }
  if (form.ends === 'count') parts.push(`COUNT=${form.count}`)
  if (form.ends === 'until' && form.until) parts.push(`UNTIL=${form.until.replaceAll('-', '')}`)
  return parts.join(';')
}
