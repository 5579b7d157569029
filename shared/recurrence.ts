import { instantOf, shownAt } from './clocks.ts'
import { DAY_MS, type Day, recurrenceDays } from './recurrence-days.ts'
import { type Recurrence, readRecurrence } from './recurrence-rule.ts'

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
 * The times of a series strictly after `after`, in order, even those that are past by now.
 *
 * The rule runs in the zone's wall time from `seriesStart`, which is the first instance whether it fits the rule or not,
 * and from which COUNT counts. As RFC 5545 has it, a day that a month lacks and a time that a clock skips are no
 * instances.
 */
export function* dueTimes(
  rule: Recurrence,
  seriesStart: Date,
  after: Date,
  timeZone: string,
): Generator<Date> {
  if (after < seriesStart) yield seriesStart
  const startsAt = shownAt(seriesStart.getTime(), timeZone)
  const start = dayOf(startsAt)
  const timeOfDay = startsAt - Math.floor(startsAt / DAY_MS) * DAY_MS
  // What nothing counts is passed over.
  const from = rule.count ? start : dayOf(shownAt(after.getTime(), timeZone))
  const byYears = rule.freq === 'YEARLY' || rule.freq === 'MONTHLY'
  const lastYear = from.year + CYCLE_YEARS * (byYears ? rule.interval : 1)
  let count = 1
  for (const day of recurrenceDays(rule, start, from, Math.min(lastYear, LAST_YEAR))) {
    const shown = day * DAY_MS + timeOfDay
    if (shown <= startsAt) continue
    const at = instantOf(shown, timeZone)
    if (at === undefined) continue
    count += 1
    if (count > (rule.count ?? count) || isOver(rule, day, at)) return
    if (at > after.getTime()) yield new Date(at)
  }
}

/**
 * The first of those times; undefined when the series is over. An instance that was moved before its time by the rule
 * would come again: hand in the later of the two.
 */
export function nextDue(
  text: string,
  seriesStart: Date,
  after: Date,
  timeZone: string,
): Date | undefined {
  const rule = readRecurrence(text)
  if (typeof rule === 'string') throw new Error(`This is no rule: ${rule}`)
  return dueTimes(rule, seriesStart, after, timeZone).next().value ?? undefined
}

function dayOf(shown: number): Day {
  const day = new Date(shown)
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
}

function isOver({ until }: Recurrence, day: number, at: number): boolean {
  if (at > LAST_MOMENT) return true
  if (until === undefined) return false
  return typeof until === 'string' ? day * DAY_MS > Date.parse(until) : at > until.getTime()
}
