import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Failures granted in `THROTTLE_MINUTES` to one account, whatever the addresses, and to one address. */
export const MAX_PER_ACCOUNT = 10
export const MAX_PER_ADDRESS = 50
export const THROTTLE_MINUTES = 15

/** By hash, so that the table's keys stay short and hold no addresses of people. */
export const accountBucket = (email: string, of: 'account' | 'reset' = 'account'): string =>
  `${of}:${hash('sha256', email.toLowerCase())}`

export const addressBucket = (address: string): string => `address:${networkOf(address)}`

/** An IPv4 address itself; of IPv6 the /64, which is what one subscriber has at least. */
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
