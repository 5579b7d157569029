import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether private addresses may be reached: none, all, or those in the ranges (`10.0.0.0/8`, `fd00::/8`). */
export type PrivateAllowance = boolean | readonly string[]

/** What IANA lists as not globally reachable, and multicast. */
const notPublicV4 = listOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
])
/**
 * Of IPv6 only global unicast is public at all, which leaves out loopback, mapped and translated (64:ff9b::) IPv4,
 * unique local, link local and multicast; and of that not what carries IPv4 (Teredo, 6to4) or stands in books.
 */
const globalV6 = listOf(['2000::/3'])
const notPublicV6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is anything but one of the public internet. What is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return notPublicV4.check(address, 'ipv4')
  // One with a zone (`fe80::1%eth0`) is of this machine's own link.
  if (!isIPv6(address) || address.includes('%')) return true
  return !globalV6.check(address, 'ipv6') || notPublicV6.check(address, 'ipv6')
}

export function mayReach(address: string, allowed: PrivateAllowance): boolean {
  if (!isPrivateAddress(address) || allowed === true) return true
  if (allowed === false || address.includes('%')) return false
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  return isIPv4(address) || isIPv6(address) ? listOf(allowed).check(address, family) : false
}

/** @throws Error for what is no range */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/')
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Names that lead inside whatever they resolve to: of this machine, of its network, or without a dot. */
const INSIDE = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/

/**
 * What is wrong with an address to send to, as far as it shows without looking its name up: completes "url …".
 * `URL` has already made 127.0.0.1 of 2130706433, 0x7f.1 and 0177.0.0.1.
 */
export function targetFault(text: string, allowed: PrivateAllowance): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an address such as https://example.com/hook'
  if (url.username || url.password) return 'must not hold a user name or password'
  if (url.hash) return 'must not hold a fragment (#…)'
  const host = hostOf(url)
  const isAddress = isIPv4(host) || isIPv6(host)
  if (isAddress && !mayReach(host, allowed)) return PRIVATE
  if (allowed === false && !isAddress && INSIDE.test(host)) return PRIVATE
  if (url.protocol === 'http:' && allowed === false) return 'must begin with https://'
  return undefined
}

const PRIVATE = 'leads to a private address; the operator may allow it with ALLOW_PRIVATE_WEBHOOKS'

/** The host without brackets and without the dot that ends a full name. */
export const hostOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
