import { type Day, dateOf, dayOf, isDay } from '../values/days.rules.ts'

/** The time of a day that is chosen without one: the end of business. */
const USUAL_TIME = '17:00'

const TIME = /^(.*?)[\s,]*(?:\bat\s+|T)?(?:(\d{1,2}):(\d\d)\s*([ap]m)?|(\d{1,2})\s*([ap]m))$/i

/**
 * A typed day, as `2026-11-30`; with `withTime`, a day and a time, as `2026-11-30T17:00`. Null if the text is neither.
 *
 * @param today decides the year, if there is none: the one in which the day is nearest.
 */
export function typedIn(text: string, today: Day, withTime: boolean): string | null {
  const typed = text.trim()
  if (!withTime) return typedDay(typed, today)
  const [, before, hours, minutes = '00', half, hoursAlone, halfAlone] = TIME.exec(typed) ?? []
  const day = typedDay(before ?? typed, today)
  if (day === null) return null
  if (before === undefined) return `${day}T${USUAL_TIME}`
  const time = timeOf(Number(hours ?? hoursAlone), Number(minutes), half ?? halfAlone)
  return time && `${day}T${time}`
}

/** Reads `2026-11-30`, `Nov 30`, `30 Nov 2026`, `11/30` and `11/30/2026`. */
function typedDay(text: string, today: Day): Day | null {
  if (isDay(text)) return text
  if (!/^[\p{L}\d\s,./-]{3,}$/u.test(text) || !/\d/.test(text)) return null
  if (/(?<!\d)\d{4}(?!\d)/.test(text)) return dayRead(text)
  const year = Number(today.slice(0, 4))
  const join = text.includes('/') ? '/' : ' '
  const days = [year, year - 1, year + 1].flatMap((one) => dayRead(`${text}${join}${one}`) ?? [])
  return days.toSorted((a, b) => distance(a, today) - distance(b, today))[0] ?? null
}

function dayRead(text: string): Day | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : dayOf(at)
}

const distance = (a: Day, b: Day): number => Math.abs(Date.parse(a) - Date.parse(b))

/** `17:30` for 5, 30 and pm. Null if there is no such time. */
function timeOf(hours: number, minutes: number, half: string | undefined): string | null {
  const isAfternoon = half?.toLowerCase() === 'pm'
  if (minutes > 59 || hours > (half ? 12 : 23) || (half && hours === 0)) return null
  const hour = half ? (hours % 12) + (isAfternoon ? 12 : 0) : hours
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The value after a day is picked: with a time, that of the value before. */
export const picked = (day: Day, before: string, withTime: boolean): string =>
  withTime ? `${day}T${before.slice(11, 16) || USUAL_TIME}` : day

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A value in words, as the field shows it. They can be typed again. */
export function shownIn(value: string, withTime: boolean): string {
  if (value === '') return ''
  const at = withTime ? new Date(value) : dateOf(value)
  return (withTime ? moments : days).format(at).replace(/\s/g, ' ')
}
