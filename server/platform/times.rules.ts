import { type Why, why } from '../../contract/refusals/reasons.ts'

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
/** The years of what a desk writes down. Others are slips of the hand, such as 0206 and 2206. */
const FIRST_YEAR = 1970
const LAST_YEAR = 2199
const DAY_MS = 86_400_000

/** Whether an answer can contain the moment, whose year must have four digits. */
export const isInRange = (ms: number): boolean => ms >= FIRST_MS && ms <= LAST_MS

/**
 * The moment in a request's timestamp, to the millisecond. Undefined for timestamps that the format allows but we do
 * not: a leap second, or a moment that, with its offset, is outside the years 1 to 9999.
 */
export function momentOf(text: string): Date | undefined {
  const ms = Date.parse(text)
  return isInRange(ms) ? new Date(ms) : undefined
}

/** The problem with a timestamp that somebody writes down; undefined if it can be used. */
export function momentFault(text: string): Why | undefined {
  const moment = momentOf(text)
  if (!moment) return why('not_a_moment', {})
  const year = moment.getUTCFullYear()
  const isNear = year >= FIRST_YEAR && year <= LAST_YEAR
  return isNear ? undefined : why('out_of_years', { first: FIRST_YEAR, last: LAST_YEAR })
}

/** The same of something that has happened. Today may be tomorrow elsewhere. */
export function pastFault(text: string, now: Date): Why | undefined {
  const isAhead = Date.parse(text) > now.getTime() + DAY_MS
  return momentFault(text) ?? (isAhead ? why('in_future', { now: now.toISOString() }) : undefined)
}
