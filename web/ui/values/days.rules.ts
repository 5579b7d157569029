/** A day as `2026-11-24`, in the reader's time zone. */
export type Day = string

const pad = (n: number): string => String(n).padStart(2, '0')

export const dayOf = (at: Date): Day =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** At noon, so that a clock change cannot shift it to another day. */
export const dateOf = (day: Day): Date => new Date(`${day}T12:00:00`)

export const isDay = (text: string | undefined): text is Day =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(dateOf(text!).getTime())

export function plusDays(day: Day, days: number): Day {
  const at = dateOf(day)
  at.setDate(at.getDate() + days)
  return dayOf(at)
}

/** How many days later `to` is than `from`, by the calendar. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The start of a day, or of one that many days later, for the service. Undefined if it is not a day. */
export function dayStart(day: Day | undefined, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (date === undefined) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** A time as `2026-11-24T17:00` in the reader's time zone, as fields hold it. */
export function localTime(at: string): string {
  const time = new Date(at)
  return `${dayOf(time)}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}
