/** What a server says of itself. */
export interface ServerFacts {
  isStandby: boolean
  /** What it has written, or replayed as a standby: a place in the log of the primary, in bytes from its beginning. */
  position: number
  /** Which files it was made with: the same on a primary and its standbys. Null if the user may not ask. */
  system: string | null
  /** The database's number there. */
  database: string
  /** The number of the latest migration. */
  schema: number | null
  /** Its clock, in milliseconds. */
  clockMs: number
  /** When it was started, in seconds since 1970 by its own clock: which of the servers it is that an address may lead to. */
  startedAt: string
  /** What a commit waits for: its setting `synchronous_commit`. */
  commitsWhen: string
  /** What a standby calls itself when it follows its primary; null if it follows none, or the user may not know. */
  name: string | null
  /** The servers that follow it, with their `sync_state`. Both are null if the user may not know. */
  standbys: readonly { name: string | null; kind: string | null }[]
}

/** Reads compare times of rows with the clock of the server that answers. */
const MOST_SKEW_MS = 1_000

/**
 * Why a server cannot serve reads for the primary; null if it can.
 * @param primary what the primary said after the replica had answered: no standby of it can have more than that
 * @param tookMs how long asking both took, by which their clocks may seem to differ
 */
export function replicaFault(
  replica: ServerFacts,
  primary: ServerFacts,
  tookMs: number,
): string | null {
  if (primary.isStandby) return 'the primary is not known'
  if (!replica.isStandby) return 'it is no standby, but takes writes itself'
  if (replica.system !== primary.system) return 'it is a standby of another server'
  if (replica.database !== primary.database) return 'it is another database of the server'
  if (replica.position > primary.position) {
    return 'it has what the primary does not have: it followed another one'
  }
  if (replica.position === primary.position && replica.schema !== primary.schema) {
    return 'its schema is of another version'
  }
  const skewMs = Math.abs(replica.clockMs - primary.clockMs)
  if (skewMs > MOST_SKEW_MS + tookMs) {
    return `its clock differs from the primary's by ${Math.round(skewMs / 100) / 10} s`
  }
  return null
}

/**
 * Whether the primary acknowledges nothing that this standby has not stored: each commit waits for it, and for it alone. If
 * commits waited for two, either could be promoted and go on without the other.
 */
export function isAwaited({ name }: ServerFacts, { commitsWhen, standbys }: ServerFacts): boolean {
  if (commitsWhen !== 'on' && commitsWhen !== 'remote_apply') return false
  const namesakes = standbys.filter((one) => one.name === name)
  const synchronous = standbys.filter(({ kind }) => kind === 'sync')
  return namesakes.length === 1 && synchronous.length === 1 && namesakes[0] === synchronous[0]
}

/** What the choice of a target depends on. */
export interface Candidate {
  /** Whether it was found fit when it was last looked at, and has kept up since. */
  isUsable: boolean
  /** What it is known to have replayed. It may have more by now. */
  position: number
  /** How many reads it has, waiting ones included. */
  load: number
}

/**
 * Which replica gets a read that has to see everything up to `position`: of those that have it, the least busy. If none is known
 * to have it, the one that is furthest, which is asked again. Undefined if none is usable.
 */
export function chosenFor<C extends Candidate>(
  replicas: readonly C[],
  position: number,
): C | undefined {
  const usable = replicas.filter(({ isUsable }) => isUsable)
  const current = usable.filter((one) => one.position >= position)
  if (current.length > 0) return current.reduce((best, one) => (one.load < best.load ? one : best))
  if (usable.length === 0) return undefined
  return usable.reduce((best, one) => (one.position > best.position ? one : best))
}

/** A statement that used up its time, and a text that is no value of its type, such as a session that is no longer as it was. */
const SAME_THERE = ['57014', '22P02']

/** Whether what failed on a replica is asked of the primary: anything that need not fail there as well. */
export const isWorthPrimary = (sqlState: string | undefined): boolean =>
  !SAME_THERE.includes(sqlState ?? '')
