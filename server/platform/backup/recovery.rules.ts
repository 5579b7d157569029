import { ExpectedError } from '../expected-error.ts'

/**
 * Which moments a WAL archive can restore. A base copy and the segments after it restore any moment after the copy, as long as
 * none of them is missing. A restored database writes its segments on a timeline of its own, with a base copy of its own to begin
 * with: so the newest copy before a moment is also of the database that was in use at that moment.
 */

/** A base copy, as far as this matters. The name of its first segment has its timeline. */
export interface Copy {
  path: string
  firstSegment: string
  lastSegment: string
  takenAt: Date
}

/** A file of the log in the archive, and when the last of it was written. */
export interface Logged {
  name: string
  writtenAt: Date
}

export interface RecoveryPlan<C extends Copy> {
  copy: C
  /** The last moment that counts; null for the end of the archive. */
  until: Date | null
  /** The segment that the archive ends with on the timeline of the copy. */
  end: string
}

/** What one copy can restore. */
export interface Reach<C extends Copy> {
  copy: C
  /** The last segment before one that is missing. */
  end: string
  /** Everything that was committed until then is in the archive. */
  to: Date
  /** The segment that is missing, if there are later ones. */
  gap: string | null
}

const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^([0-9A-F]{8})\.history$/
/** Segments of 16 MiB, which is how our databases are made: 256 have the same second number. */
const SEGMENTS_PER_NUMBER = 256

const timelineOf = (name: string): string => name.slice(0, 8)

/** Counts segments, on all timelines. */
export const segmentNumber = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * SEGMENTS_PER_NUMBER +
  Number.parseInt(segment.slice(16, 24), 16)

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0')

const nextOf = (segment: string): string => {
  const number = segmentNumber(segment) + 1
  const second = Math.floor(number / SEGMENTS_PER_NUMBER)
  return timelineOf(segment) + hex(second) + hex(number % SEGMENTS_PER_NUMBER)
}

/** A commit gets its time a moment before it is in the log, so that of the last segment's last second may be in the next one. */
const SLACK_MS = 1_000

/** What each copy can restore, oldest first. Copies whose own segments are not all there can restore nothing. */
export function reachesOf<C extends Copy>(
  copies: readonly C[],
  log: readonly Logged[],
): Reach<C>[] {
  const there = new Map(log.map((file) => [file.name, file]))
  const segments = log.filter(({ name }) => SEGMENT.test(name))
  return copies
    .toSorted((a, b) => a.takenAt.getTime() - b.takenAt.getTime())
    .flatMap((copy) => {
      let end: Logged | undefined
      for (
        let next = there.get(copy.firstSegment);
        next !== undefined;
        next = there.get(nextOf(next.name))
      ) {
        end = next
      }
      if (end === undefined || end.name < copy.lastSegment) return []
      const missing = nextOf(end.name)
      const isGap = segments.some(
        ({ name }) => name > missing && timelineOf(name) === timelineOf(missing),
      )
      const to = new Date(Math.max(end.writtenAt.getTime() - SLACK_MS, copy.takenAt.getTime()))
      return [{ copy, end: end.name, to, gap: isGap ? missing : null }]
    })
}

/** The timelines that databases began when they were restored, and when. */
const timelinesIn = (log: readonly Logged[]): { timeline: string; since: Date }[] =>
  log.flatMap(({ name, writtenAt }) => {
    const [, timeline] = HISTORY.exec(name) ?? []
    return timeline === undefined ? [] : [{ timeline, since: writtenAt }]
  })

/** The newest timeline of which there is no copy, if it is newer than all that have one. */
export function uncopiedTimeline(
  copies: readonly Copy[],
  log: readonly Logged[],
): { timeline: string; since: Date } | undefined {
  const newest = copies
    .map(({ firstSegment }) => timelineOf(firstSegment))
    .toSorted()
    .at(-1)
  return timelinesIn(log)
    .toSorted((a, b) => (a.timeline < b.timeline ? -1 : 1))
    .findLast(({ timeline }) => newest === undefined || timeline > newest)
}

/**
 * Plans how a moment is restored.
 * @param at the moment; null for the last one in the archive
 * @throws ExpectedError that names the earliest and the latest possible moment, if this is none of them
 */
export function planRecovery<C extends Copy>(
  place: string,
  copies: readonly C[],
  log: readonly Logged[],
  at: Date | null,
  now: Date,
): RecoveryPlan<C> {
  const reaches = reachesOf(copies, log)
  if (reaches.length === 0) {
    throw new ExpectedError(
      copies.length === 0
        ? `There is no base copy in ${place}, so nothing can be restored from it: "sourcebook backup --base" makes one.`
        : `No base copy in ${place} can be restored: the segments that were written while it was made are missing.`,
    )
  }
  const last = reaches.at(-1)!
  const [earliest, latest] = shownRange(reaches[0]!.copy.takenAt, last.to)
  const possible = `The earliest possible time is ${earliest}, the latest is ${latest}.`
  if (at !== null && at.getTime() > now.getTime()) {
    throw new ExpectedError(`--at ${shown(at)} is in the future. ${possible}`)
  }
  const reach = at === null ? last : reaches.findLast(({ copy }) => copy.takenAt <= at)
  if (reach === undefined) {
    throw new ExpectedError(
      `--at ${shown(at!)} is before the oldest base copy in ${place}. ${possible}`,
    )
  }
  const apart = uncopiedTimeline(copies, log)
  if (apart !== undefined && (at === null || at >= apart.since)) {
    throw new ExpectedError(
      `A database was restored at ${wholeSecond(apart.since, 'down')}, and there is no base copy of it in ${place}: what it wrote since then cannot be restored. Name a time before that.`,
    )
  }
  if (reach.gap !== null && (at === null || at > reach.to)) {
    throw new ExpectedError(
      `--at ${at === null ? 'latest' : shown(at)} cannot be restored: the segment ${reach.gap} is missing in ${place}. ` +
        `With the base copy before it, the latest possible time is ${shownRange(reach.copy.takenAt, reach.to)[1]}.`,
    )
  }
  const next = reaches[reaches.indexOf(reach) + 1]
  if (at !== null && at > reach.to && next !== undefined) {
    throw new ExpectedError(
      `Nothing was archived at ${shown(at)}, between two databases: one reaches to ${wholeSecond(reach.to, 'down')}, the next from ${wholeSecond(next.copy.takenAt, 'up')} on.`,
    )
  }
  if (at !== null && at > reach.to) {
    throw new ExpectedError(
      `--at ${shown(at)} is after what is in the archive. A service that runs archives what is newer within two minutes. ${possible}`,
    )
  }
  return { copy: reach.copy, until: at, end: reach.end }
}

/** Whether replaying came as far as the segment that the archive ends with. `lsn` is where it stopped, as `0/A000028`. */
export function isReplayed(lsn: string, end: string): boolean {
  const [high, low] = lsn.split('/').map((part) => Number.parseInt(part, 16))
  // Where the next segment begins, the end has been replayed.
  const number = high! * SEGMENTS_PER_NUMBER + Math.floor((low! - 1) / SEGMENT_BYTES)
  return number >= segmentNumber(end)
}
const SEGMENT_BYTES = 16 * 1024 * 1024

const LOGGED = /^([0-9A-F]{24})(?:\.[0-9A-F]{8}\.backup|\.partial)?$/

/**
 * The files of the log that no copy needs: each copy needs its first segment and those after it on its timeline. A segment on
 * a timeline newer than all copies stays, and so do the histories of timelines, which are small. Other files are never among them.
 */
export function needless(copies: readonly Copy[], names: readonly string[]): string[] {
  const firsts = copies.map(({ firstSegment }) => firstSegment)
  const newest = firsts.map(timelineOf).toSorted().at(-1)
  if (newest === undefined) return []
  return names.filter((name) => {
    const segment = LOGGED.exec(name)?.[1]
    if (segment === undefined || timelineOf(segment) > newest) return false
    return !firsts.some((first) => timelineOf(first) === timelineOf(segment) && first <= segment)
  })
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/i

/**
 * Reads a moment, such as `2026-11-26T14:03:00Z` or `2026-11-26T09:03-05:00`; null for `latest`.
 * @throws ExpectedError if it is none, or has no zone
 */
export function readMoment(text: string): Date | null {
  if (text === 'latest') return null
  const [, day, clock, zone] = TIME.exec(text) ?? []
  if (day !== undefined && zone === undefined) {
    throw new ExpectedError(
      `--at ${text} has no time zone: end it with Z for UTC, or with an offset such as -05:00.`,
    )
  }
  const moment = new Date(`${day}T${clock}${zone?.toUpperCase()}`)
  // The 31st of a short month would be the 1st of the next.
  const isDay = day !== undefined && new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day
  if (isDay && !Number.isNaN(moment.getTime())) return moment
  throw new ExpectedError(`--at ${text} must be a time such as 2026-11-26T14:03:00Z, or "latest".`)
}

/** A moment in UTC, without a fraction of zero. */
export const shown = (at: Date): string => at.toISOString().replace('.000Z', 'Z')

/** From when to when, as somebody would type it: in whole seconds, unless both are within one. */
export function shownRange(from: Date, to: Date): [string, string] {
  const [first, last] = [wholeSecond(from, 'up'), wholeSecond(to, 'down')]
  return first <= last ? [first, last] : [shown(from), shown(to)]
}

/** A moment as somebody would type it, which is still possible. */
export function wholeSecond(at: Date, way: 'up' | 'down'): string {
  const seconds = at.getTime() / 1_000
  return shown(new Date((way === 'up' ? Math.ceil(seconds) : Math.floor(seconds)) * 1_000))
}
