import type { DateOrder } from '../../../shared/regions.ts'
import { type Day, dateOf, isDay } from '../values/days.rules.ts'
import { type TypedWhere, typedDate } from '../values/typed-date.rules.ts'

/** The time of a day that is given without one, such as `17:00`; false if there are days only. */
type UsualTime = string | false

const TIME = /^(.*?)[\s,]*(?:\bat\s+|T)?(?:(\d{1,2}):(\d\d)\s*([ap]m)?|(\d{1,2})\s*([ap]m))$/i

/** A typed day, as `2026-11-30`; with times, a day and a time, as `2026-11-30T17:00`. Null if the text is neither. */
export function typedIn(text: string, where: TypedWhere, usual: UsualTime): string | null {
  const typed = text.trim()
  if (usual === false) return typedDay(typed, where)
  const [, before, hours, minutes = '00', half, hoursAlone, halfAlone] = TIME.exec(typed) ?? []
  const day = typedDay(before ?? typed, where)
  if (day === null) return null
  if (before === undefined) return `${day}T${usual}`
  const time = timeOf(Number(hours ?? hoursAlone), Number(minutes), half ?? halfAlone)
  return time && `${day}T${time}`
}

function typedDay(text: string, where: TypedWhere): Day | null {
  const read = typedDate(text, where) ?? text
  return isDay(read) ? read : null
}

/** `17:30` for 5, 30 and pm. Null if there is no such time. */
function timeOf(hours: number, minutes: number, half: string | undefined): string | null {
  const isAfternoon = half?.toLowerCase() === 'pm'
  if (minutes > 59 || hours > (half ? 12 : 23) || (half && hours === 0)) return null
  const hour = half ? (hours % 12) + (isAfternoon ? 12 : 0) : hours
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The value after a day is picked: with a time, that of the value before. */
export const picked = (day: Day, before: string, usual: UsualTime): string =>
  usual === false ? day : `${day}T${before.slice(11, 16) || usual}`

/** In English, like the rest of the app, because that is what `typedIn` reads. */
const localeOf = (order: DateOrder): string => (order === 'mdy' ? 'en-US' : 'en-GB')

/** A value in words, as the field shows it. They can be typed again. */
export function shownIn(value: string, order: DateOrder, withTime: boolean): string {
  if (value === '') return ''
  const at = withTime ? new Date(value) : dateOf(value)
  const style = withTime
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat(localeOf(order), style).format(at).replace(/\s/g, ' ')
}
