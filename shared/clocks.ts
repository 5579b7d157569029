// The clocks of time zones, by Intl: not every browser has Temporal. Times are in milliseconds, and what a clock shows is
// written as the time at which UTC would show it.

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  // As `GMT-05:00`, or `GMT-04:56:02` of a time before there were zones; UTC may be `GMT` alone.
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? []
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}

/** What the clock of a zone shows at an instant. */
export const shownAt = (instant: number, timeZone: string): number =>
  instant + offsetAt(instant, timeZone)

/** When the clock of a zone shows a time: the first time if it does twice, undefined if it skips it. */
export function instantOf(shown: number, timeZone: string): number | undefined {
  // An instant is less than a day from where UTC shows the same, and no clock is changed twice within two days.
  const before = shown - offsetAt(shown - DAY_MS, timeZone)
  const after = shown - offsetAt(shown + DAY_MS, timeZone)
  if (before === after) return before
  return [before, after]
    .sort((a, b) => a - b)
    .find((instant) => shownAt(instant, timeZone) === shown)
}
