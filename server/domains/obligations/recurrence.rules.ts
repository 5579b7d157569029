import { recurrenceDays } from './recurrence-days.rules.ts'
import { type Recurrence, readRecurrence } from './recurrence-parts.rules.ts'

/** Where timestamps end: four digits of a year. */
const LAST_YEAR = 9999
const LAST_MOMENT = Date.UTC(LAST_YEAR + 1, 0) - 1
/** The calendar begins again after so many. */
const CYCLE_YEARS = 400

/** What is wrong with a rule and what to send; undefined if it is one that can be followed. */
export function ruleProblem(text: string): string | undefined {
  const rule = readRecurrence(text)
  if (typeof rule === 'string') return rule
  // What a rule leaves open is the start's, and every month has a first.
  const start = { year: 2000, month: 1, day: 1 }
  const { done } = recurrenceDays(
    { ...rule, interval: 1 },
    start,
    start,
    start.year + CYCLE_YEARS - 1,
  ).next()
  return done
    ? 'no day fits all of its parts; send BYDAY, BYMONTHDAY and BYMONTH that have days in common'
    : undefined
}

/**
 * The first time strictly after `after`, even if that is past by now; undefined when the series is over.
 *
 * The rule runs in the zone's wall time from `seriesStart`, which is the first instance whether it fits the rule or not,
 * and from which COUNT counts. As RFC 5545 has it, a day that a month lacks and a time that a clock skips are no
 * instances. An instance that was moved before its time by the rule would come again: hand in the later of the two.
 */
export function nextDue(
  text: string,
  seriesStart: Date,
  after: Date,
  timeZone: string,
): Date | undefined {
  const rule = readRecurrence(text)
  if (typeof rule === 'string') throw new Error(`This is not a rule: ${rule}`)
  if (after < seriesStart) return seriesStart
  const start = zoned(seriesStart, timeZone)
  const startsAt = start.toPlainDateTime()
  const last = lastMoment(rule, timeZone)
  // What nothing counts is passed over.
  const from = rule.count ? start : zoned(after, timeZone)
  const byYears = rule.freq === 'YEARLY' || rule.freq === 'MONTHLY'
  const lastYear = from.year + CYCLE_YEARS * (byYears ? rule.interval : 1)
  let count = 1
  for (const day of recurrenceDays(rule, start, from, Math.min(lastYear, LAST_YEAR))) {
    const wall = startsAt.with(day)
    if (Temporal.PlainDateTime.compare(wall, startsAt) <= 0) continue
    const at = wall.toZonedDateTime(timeZone)
    if (!at.toPlainDateTime().equals(wall)) continue
    count += 1
    if (at.epochMilliseconds > last || count > (rule.count ?? count)) return undefined
    if (at.epochMilliseconds > after.getTime()) return new Date(at.epochMilliseconds)
  }
  return undefined
}

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

function lastMoment({ until }: Recurrence, timeZone: string): number {
  if (typeof until !== 'string') return until?.getTime() ?? LAST_MOMENT
  const nextDay = Temporal.PlainDate.from(until).add({ days: 1 })
  return Math.min(nextDay.toZonedDateTime(timeZone).epochMilliseconds - 1, LAST_MOMENT)
}
