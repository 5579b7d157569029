import type { Frequency, Recurrence, Weekday } from '../../../../shared/recurrence-rule.ts'

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const units: Record<Frequency, [one: string, many: string]> = {
  DAILY: ['day', 'days'],
  WEEKLY: ['week', 'weeks'],
  MONTHLY: ['month', 'months'],
  YEARLY: ['year', 'years'],
}

const ordinals: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth' }
const lists = new Intl.ListFormat('en', { type: 'conjunction' })
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `every 2 weeks on Monday and Friday, 10 times` */
export function recurrenceWords(rule: Recurrence): string {
  const { freq, interval, count, until } = rule
  const [one, many] = units[freq]
  const every = interval === 1 ? `every ${one}` : `every ${interval} ${many}`
  const ends = count
    ? `, ${count === 1 ? 'once' : `${count} times`}`
    : until
      ? `, until ${days.format(new Date(typeof until === 'string' ? until.slice(0, 10) : until))}`
      : ''
  return `${every}${onWhich(rule)}${ends}`
}

function onWhich({ freq, months, monthDays, weekdays }: Recurrence): string {
  const inMonths = months ? lists.format(months.map((month) => monthNames[month - 1] ?? '')) : ''
  if (monthDays && !weekdays && months?.length === 1 && monthDays.every((day) => day > 0)) {
    return ` on ${inMonths} ${lists.format(monthDays.map(String))}`
  }
  const on = [
    weekdays && weekdaysOf(weekdays),
    monthDays && lists.format(monthDays.map(monthDayOf)),
  ].filter((part) => part !== undefined)
  const where = months ? ` ${on.length > 0 && freq !== 'WEEKLY' ? 'of' : 'in'} ${inMonths}` : ''
  return `${on.length > 0 ? ` on ${on.join(' that is ')}` : ''}${where}`
}

function weekdaysOf(weekdays: Weekday[]): string {
  const isWorkweek = weekdays.length === 5 && weekdays.every(({ day, nth }) => day < 5 && nth === 0)
  if (isWorkweek) return 'Monday to Friday'
  return lists.format(
    weekdays.map(({ day, nth }) => {
      const name = weekdayNames[day] ?? ''
      return nth === 0 ? name : `the ${nthOf(nth)} ${name}`
    }),
  )
}

/** `second`, `last`, `2nd last` */
export const nthOf = (nth: number): string =>
  nth === -1 ? 'last' : nth < 0 ? `${ordinalOf(-nth)} last` : (ordinals[nth] ?? ordinalOf(nth))

export const monthDayOf = (day: number): string =>
  day > 0 ? `the ${ordinalOf(day)}` : `the ${nthOf(day)} day`

function ordinalOf(n: number): string {
  const tens = n % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}
