import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Failures that cost no waiting: of all strangers at one account or of one place that is known there, and of one address. */
export const MAX_PER_ACCOUNT = 10
export const MAX_PER_ADDRESS = 50
/** After so long without a failure, all before are forgotten. */
export const THROTTLE_MINUTES = 15
/** How long the next attempt has to wait, which doubles with each failure. */
const FIRST_WAIT_SECONDS = 30
const MOST_WAIT_SECONDS = 300

/** How many links for a new password one account can have at a time: mailed for strangers, and for places that are known. */
export const MAX_LINKS = 3
export const MAX_OWN_LINKS = 10

/** What an attempt is for. */
export type Purpose =
  /** It guesses a password. */
  | 'password'
  /** It guesses the password of the session that makes it. */
  | 'session'
  /** It asks for a link to a new password. */
  | 'reset'
  /** It makes a new account, so there is no password to guess. */
  | 'new'

/** Who makes an attempt at which account. */
export interface Attempt {
  /** In lower case. */
  email: string
  address: string
  /** The secret in the browser's cookie, if it has one. */
  cookie?: string | undefined
  for: Purpose
}

/**
 * The seconds to wait before the next attempt, after so many failures of which the last was so long ago. If the database's clock
 * was put back, that is below 0, and nobody has to wait until the clock has caught up.
 */
export function waitAfter(failures: number, free: number, secondsAgo: number): number {
  if (failures < free) return 0
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - free), MOST_WAIT_SECONDS)
  return Math.max(0, Math.ceil(wait - Math.abs(secondsAgo)))
}

export const freeIn = (bucket: string): number =>
  bucket.startsWith('address:') ? MAX_PER_ADDRESS : MAX_PER_ACCOUNT

/**
 * The places that an attempt comes from, as they are noted for its account once it has succeeded from there: the browser, which
 * comes first because many share an address, and the address. They are hashes, so the table has nobody's email or address. They
 * begin with the account's, so that they can be forgotten with it.
 */
export const attemptPlaces = ({ email, address, cookie }: Omit<Attempt, 'for'>): string[] =>
  [
    ...(cookie ? [`cookie ${cookie}`] : []),
    ...(address ? [`address ${networkOf(address)}`] : []),
  ].map((place) => `${accountBucket(email)}:${hash('sha256', `${email} ${place}`)}`)

/**
 * Where the failure of an attempt counts. A place that is known to the account counts by itself, so strangers keep nobody out
 * who has been there before. In the order in which they are locked.
 *
 * @param known the place of the attempt that the account knows.
 */
export function bucketsOf(attempt: Attempt, known: string | undefined): string[] {
  const { email, address } = attempt
  switch (attempt.for) {
    case 'session':
      return [`${accountBucket(email)}:session`]
    case 'new':
      return [addressBucket(address)]
    case 'reset':
      return known ? [`reset:${known}`] : [addressBucket(address)]
    case 'password':
      return known ? [known] : [accountBucket(email), addressBucket(address)]
  }
}

/** A hash, so that the table's keys stay short and contain nobody's email. */
export const accountBucket = (email: string): string =>
  `account:${hash('sha256', email.toLowerCase())}`

export const addressBucket = (address: string): string => `address:${networkOf(address)}`

/** The IPv4 address, or the /64 of an IPv6 address: one subscriber usually has all of that. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const missing = Math.max(0, 8 - before.length - after.length)
  const groups = address.includes('::')
    ? [...before, ...Array(missing).fill('0'), ...after]
    : before
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
