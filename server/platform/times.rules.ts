const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

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
