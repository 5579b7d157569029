import { Temporal } from 'temporal-polyfill'
import { DAY_MS } from './calendar.ts'

/** How many days are cached for each zone, with their offset or `CHANGING` if it changes nearby. */
const MOST_DAYS = 4096
const CHANGING = Number.NaN
const known = new Map<string, Map<number, number>>()

const zoned = (ms: number, zone: string) =>
  new Temporal.ZonedDateTime(BigInt(ms) * 1_000_000n, zone)

/** Milliseconds ahead of UTC if that is the same from the day before to the day after; otherwise NaN. */
function steadyOffset(ms: number, zone: string): number {
  const day = Math.floor(ms / DAY_MS)
  let days = known.get(zone)
  if (!days) {
    days = new Map()
    known.set(zone, days)
  }
  let offset = days.get(day)
  if (offset === undefined) {
    const before = zoned((day - 1) * DAY_MS, zone)
    const next = before.getTimeZoneTransition('next')
    const steady = next === null || next.epochMilliseconds > (day + 2) * DAY_MS
    offset = steady ? before.offsetNanoseconds / 1_000_000 : CHANGING
    if (days.size >= MOST_DAYS) days.clear()
    days.set(day, offset)
  }
  return offset
}

/** The wall clock of an instant in an IANA zone, as milliseconds read as if it were UTC. */
export function wallOf(instant: number, zone: string): number {
  const offset = steadyOffset(instant, zone)
  if (!Number.isNaN(offset)) return instant + offset
  return instant + Math.trunc(zoned(instant, zone).offsetNanoseconds / 1_000_000)
}

/** The instants at which a clock shows a time: one, two when it is set back, none when it skips it. */
export function instantsOf(wall: number, zone: string): number[] {
  const offset = steadyOffset(wall, zone)
  if (!Number.isNaN(offset)) return [wall - offset]
  const clock = Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  const at = (disambiguation: 'earlier' | 'later') =>
    clock.toZonedDateTime(zone, { disambiguation })
  const [earlier, later] = [at('earlier'), at('later')]
  if (earlier.epochMilliseconds === later.epochMilliseconds) return [earlier.epochMilliseconds]
  const skipped = !earlier.toPlainDateTime().equals(clock)
  return skipped ? [] : [earlier.epochMilliseconds, later.epochMilliseconds]
}

/** The first instant of a day, which in some zones is not midnight; `day` read as if it were UTC. */
export function startOfDay(day: number, zone: string): number {
  const offset = steadyOffset(day, zone)
  if (!Number.isNaN(offset)) return day - offset
  return Temporal.Instant.fromEpochMilliseconds(day)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toZonedDateTime(zone).epochMilliseconds
}

/** `-05:00`: how far a zone's clock showing `wall` at `instant` is ahead of UTC. */
export function offsetText(wall: number, instant: number): string {
  const minutes = Math.round((wall - instant) / 60_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
