import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { BlockedWhy } from '../../ingest/receipts/receipts.sql.ts'

// What comes from people and what from programs. None of it is sure, so what looks like spam is only kept apart.

/** People take longer to fill in anything. */
export const LEAST_MS = 2_000
/** After this long, a page has to be sent once more. Its one-time id is kept for as long. */
export const OLDEST_MS = 24 * 60 * 60_000
/** How many a form takes in ten minutes: from one address, and from all. */
export const MOST_SENT = { perSender: 20, inAll: 600 }
/** How many of those may come without a proof of work, before they look like spam. */
const MOST_UNPROVEN = { perSender: 5, inAll: 60 }
/** How many leading zero bits the proof's hash has: tens of thousands of tries, so a fraction of a second. */
export const PROOF_BITS = 14

/** Whether somebody's browser has worked for it: the hash of the one-time id and the proof begins with zeros. */
export function isProven(once: string, proof: string): boolean {
  if (!/^\d{1,12}$/.test(proof)) return false
  return hash('sha256', `${once}:${proof}`, 'buffer').readUInt32BE(0) >>> (32 - PROOF_BITS) === 0
}

/** What counts as one sender: an address, or the network of one in IPv6, where everybody has many addresses. */
export function senderOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

export interface Signs {
  /** The text in the field that people do not see. */
  trap: string
  /** How long the page was open. */
  openMs: number
  leastMs: number
  isProven: boolean
  /** How many came without a proof in the last minutes, this one included. */
  unproven: { perSender: number; inAll: number }
}

/** Why it looks like spam, if it does. */
export function blockedBecause(signs: Signs): BlockedWhy | undefined {
  const { trap, openMs, leastMs, unproven } = signs
  if (trap !== '') return 'trap'
  if (openMs < leastMs) return 'too_fast'
  const isMany =
    unproven.perSender > MOST_UNPROVEN.perSender || unproven.inAll > MOST_UNPROVEN.inAll
  return !signs.isProven && isMany ? 'too_many' : undefined
}
