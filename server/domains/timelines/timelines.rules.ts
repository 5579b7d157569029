import { type TimelineKind, timelineKinds } from '../../../contract/timelines/timeline.ts'
import type { Moment } from '../../platform/http/cursor.ts'

/** A place in a timeline. Entries of the same microsecond are sorted by kind, then by id. */
export interface Place extends Moment {
  kind: TimelineKind
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Where a kind's entries continue after a place, newest first: with those before the returned moment.
 *
 * @param place if undefined, the moment is later than all entries.
 */
export function behind(place: Place | undefined, kind: TimelineKind): Moment {
  if (!place) return { atUs: Number.MAX_SAFE_INTEGER, id: LAST_ID }
  const apart = rankOf(kind) - rankOf(place.kind)
  if (apart === 0) return place
  return { atUs: place.atUs, id: apart < 0 ? LAST_ID : FIRST_ID }
}

/**
 * The newest entries of all kinds, in their order.
 *
 * @param lists the newest entries of each kind: `limit` of them, or all if there are fewer.
 */
export const newest = <T extends Place>(lists: readonly (readonly T[])[], limit: number): T[] =>
  lists.flat().sort(newestFirst).slice(0, limit)

function newestFirst(a: Place, b: Place): number {
  if (a.atUs !== b.atUs) return b.atUs - a.atUs
  if (a.kind !== b.kind) return rankOf(b.kind) - rankOf(a.kind)
  return a.id < b.id ? 1 : -1
}

const rankOf = (kind: TimelineKind): number => timelineKinds.indexOf(kind)

/** The parts of a cursor: the time, the kind's number, the id. */
export const cursorParts = ({ atUs, kind, id }: Place) => [atUs, rankOf(kind), id] as const

/** Undefined if no kind has that number. */
export function placeFrom([atUs, rank, id]: readonly [number, number, string]): Place | undefined {
  const kind = timelineKinds[rank]
  return kind && { atUs, kind, id }
}

/** The kinds in a comma-separated list, in the order of the timeline. Without a list, all kinds. */
export const kindsIn = (asked: string | undefined): readonly TimelineKind[] =>
  timelineKinds.filter((kind) => !asked || asked.split(',').includes(kind))
