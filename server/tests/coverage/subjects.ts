import type { AnyOperation } from '../../../contract/language/operation.ts'
import { areas } from './areas.ts'
import type { Place, World } from './world.ts'

/** What an id in a path names, by the part of the path before it. */
export interface Subject {
  /** The names of such things in a workspace. If both boards and pages have them, of the given place. */
  of: (world: World, place: Place) => (string | number)[]
  /** Names of the same form that nothing has. */
  missing: (string | number)[]
}

/** A number that no person has. */
export const NOBODY = 2_000_000_001
/** An id that nothing has. */
export const NOTHING = '0190cafe-0000-7000-8000-00000000dead'

export const subjects: Record<string, Subject> = {
  boards: { of: (world) => [world.board.id], missing: [NOTHING, 'no-id', '%00'] },
  definitions: {
    of: (world) => [world.page.key, world.board.key],
    missing: ['no-such-page', NOTHING, '%00', 'x'.repeat(400)],
  },
  columns: {
    of: (_, place) => [place.column.id, place.column.key],
    missing: [NOTHING, 'no_such_column', '%00'],
  },
  rows: { of: (_, place) => [place.rowId], missing: [NOTHING, 'no-id'] },
  keys: { of: (_, place) => [place.keyId], missing: [NOTHING, 'no-id'] },
  teams: { of: (world) => [world.teamId], missing: [NOTHING, 'no-id'] },
  sessions: { of: (world) => [world.sessionId], missing: [NOTHING, 'no-id'] },
  seats: {
    of: (world) => [world.guest],
    missing: [NOBODY, 0, 'no-id', '99999999999999999999'],
  },
  // An invitation is opened by a secret, not an id, so it is foreign to nobody.
  invitations: { of: () => [], missing: ['no-such-token', '%00'] },
}

const subjectOf = (segment: string): Subject | undefined =>
  subjects[segment] ?? areas.find((area) => area.subjects?.[segment])?.subjects?.[segment]

/** The parameters of a path, each with what it names: undefined if the table above lacks it. */
export const paramsOf = ({ path }: AnyOperation) =>
  [...path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, segment, name]) => ({
    name: name!,
    segment: segment!,
    subject: subjectOf(segment!),
  }))

export const isBoardRoute = ({ path }: AnyOperation): boolean => path.startsWith('/v1/boards')

/** The board or page that an operation's path is about. */
export const placeOf = (world: World, operation: AnyOperation): Place =>
  isBoardRoute(operation) ? world.board : world.page
