/** The backups in a directory: their names, which are left when there are enough, and when the next one is due. */

/** A backup, or a base copy in a WAL archive. */
export type Ending = 'backup' | 'base'

/** Such as `sourcebook-2026-11-22T03-00-00Z.backup`: the time in UTC, without what file systems refuse. */
export const nameAt = (time: Date, ending: Ending = 'backup'): string =>
  `sourcebook-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${ending}`

const NAME = /^sourcebook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(backup|base)$/

/** When a file was made by its name; undefined if it is none of ours. */
export function timeOf(name: string, ending: Ending = 'backup'): Date | undefined {
  const [, day, hour, minute, second, found] = NAME.exec(name) ?? []
  if (found !== ending) return undefined
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Our backups among the names, oldest first. */
const ours = (names: readonly string[], ending: Ending): string[] =>
  names.filter((name) => timeOf(name, ending) !== undefined).toSorted()

/** The newest of our backups among the names; undefined if there is none. */
export const newest = (names: readonly string[], ending: Ending = 'backup'): string | undefined =>
  ours(names, ending).at(-1)

/** The backups that go when the newest `keep` stay. Other files are never among them. */
export const surplus = (
  names: readonly string[],
  keep: number,
  ending: Ending = 'backup',
): string[] => ours(names, ending).slice(0, -keep)

const PART = '.part'
const DAY_MS = 86_400_000

/** The rest of backups that were begun and not ended, more than a day ago. */
export const leftovers = (
  names: readonly string[],
  now: Date,
  ending: Ending = 'backup',
): string[] =>
  names.filter((name) => {
    const time = name.endsWith(PART) ? timeOf(name.slice(0, -PART.length), ending) : undefined
    return time !== undefined && now.getTime() - time.getTime() > DAY_MS
  })

/** How long to wait until the newest backup is `everyMs` old: not at all without one. */
export function waitMs(
  names: readonly string[],
  everyMs: number,
  now: Date,
  ending: Ending = 'backup',
): number {
  const last = newest(names, ending)
  if (last === undefined) return 0
  const age = now.getTime() - timeOf(last, ending)!.getTime()
  // A clock that was set back must not stop backups for long.
  return Math.min(Math.max(everyMs - age, 0), everyMs)
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `24h` or `7d` in milliseconds; undefined if it is none of these, or less than a minute. */
export function durationMs(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * UNITS[unit]!
}
