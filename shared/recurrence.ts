import { instantOf, shownAt } from './clocks.ts'
import { DAY_MS, type Day, recurrenceDays } from './recurrence-days.ts'
import { type Recurrence, readRecurrence } from './recurrence-rule.ts'

/** The last year of timestamps: years have four digits. */
const LAST_YEAR = 9999
const LAST_MOMENT = Date.UTC(LAST_YEAR + 1, 0) - 1
/** The calendar repeats after this many years. */
const CYCLE_YEARS = 400

/** The problem with a rule, and what to send instead; undefined if the rule can be used. */
export function ruleProblem(text: string): string | undefined {
  const rule = readRecurrence(text)
  if (typeof rule === 'string') return rule
  // Parts that a rule leaves out are taken from the start, and every month has a 1st.
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
 * The times of a series strictly after `after`, in order, including those that are already past.
 *
 * The rule runs in the zone's wall time from `seriesStart`. `seriesStart` is always the first instance, whether or not it fits
 * the rule, and COUNT counts from it. As in RFC 5545, a day that a month does not have and a time that the clock skips
 * are left out.
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
  // Without COUNT, earlier instances need not be counted.
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
    if (count > (rule.count ?? count) || isOver(rule, shown, at)) return
    if (at > after.getTime()) yield new Date(at)
  }
}

/**
 * The first time of a series after `after`; undefined if the series is over. If an instance was moved to before its
 * time by the rule, pass the later of the two times, or the same instance would come again.
 */
export function nextDue(
  text: string,
  seriesStart: Date,
  after: Date,
  timeZone: string,
): Date | undefined {
  const rule = readRecurrence(text)
  if (typeof rule === 'string') throw new Error(`This is not a rule: ${rule}`)
  return dueTimes(rule, seriesStart, after, timeZone).next().value ?? undefined
}

function dayOf(shown: number): Day {
  const day = new Date(shown)
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
}

/** Whether a time, as the wall clock shows it and as a moment, is after the last of the series. */
function isOver({ until }: Recurrence, shown: number, at: number): boolean {
  if (at > LAST_MOMENT) return true
  if (until === undefined) return false
  if (until instanceof Date) return at > until.getTime()
  return until.includes('T') ? shown > Date.parse(`${until}Z`) : shown >= Date.parse(until) + DAY_MS
}
