// Reads the clocks of time zones through Intl, because not every browser has Temporal. Times are in milliseconds. What
// a clock shows is given as the time at which a clock in UTC shows the same.

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  // Such as `GMT-05:00`, or `GMT-04:56:02` for times before there were time zones. UTC may be just `GMT`.
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? []
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}

/** What the clock of a zone shows at an instant. */
export const shownAt = (instant: number, timeZone: string): number =>
  instant + offsetAt(instant, timeZone)

/** When a zone's clock shows a time: the first of two if it shows it twice, undefined if it skips it. */
export function instantOf(shown: number, timeZone: string): number | undefined {
  // No zone is a whole day away from UTC, and no clock changes twice within two days.
  const before = shown - offsetAt(shown - DAY_MS, timeZone)
  const after = shown - offsetAt(shown + DAY_MS, timeZone)
  if (before === after) return before
  return [before, after]
    .sort((a, b) => a - b)
    .find((instant) => shownAt(instant, timeZone) === shown)
}
