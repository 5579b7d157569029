import { Temporal } from 'temporal-polyfill'
/** The day that is `days` days earlier. */
export const dayBefore = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).subtract({ days }).toString()

/** The range of ids made on a day: `from` is the smallest, `until` the smallest of the next day. */
export function idsOfDay(day: string, timeZone: string): { from: string; until: string } {
  const date = Temporal.PlainDate.from(day)
  const idAt = (of: Temporal.PlainDate) => firstIdAt(of.toZonedDateTime(timeZone).epochMilliseconds)
  return { from: idAt(date), until: idAt(date.add({ days: 1 })) }
}

/** The smallest UUIDv7 of a millisecond. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
