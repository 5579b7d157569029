import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Failures allowed in `THROTTLE_MINUTES`: for one account, from all addresses together, and for one address. */
export const MAX_PER_ACCOUNT = 10
export const MAX_PER_ADDRESS = 50
export const THROTTLE_MINUTES = 15

/** A hash, so that the table's keys stay short and contain nobody's email. */
export const accountBucket = (email: string, of: 'account' | 'reset' = 'account'): string =>
  `${of}:${hash('sha256', email.toLowerCase())}`

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
