import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { type Why, why } from '../../../contract/refusals/reasons.ts'

/** A private target that may be reached: the addresses of a range, or a name, at one port or any. */
export type Allowed = { port?: number } & ({ range: string } | { name: string })

/** `true` allows everything. */
export type Allowance = true | readonly Allowed[]

/** Where a connection leads: a name or an address, without brackets, as `hostOf` returns it. */
export interface Target {
  host: string
  port: number
}

/** IANA's list of addresses that are not globally reachable, multicast, and one that only looks public. */
const notPublicV4 = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's host, from inside each of its machines.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/**
 * Only global unicast IPv6 can be public, which leaves out loopback, mapped and translated (64:ff9b::) IPv4, unique
 * local, link local and multicast. The parts of it that carry IPv4 (Teredo, 6to4) or are for documentation are not
 * public either.
 */
const globalV6 = listOf(['2000::/3'])
const notPublicV6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is not one of the public internet. Anything that is not an address counts as private. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return notPublicV4.check(address, 'ipv4')
  // One with a zone (`fe80::1%eth0`) belongs to this machine's own link.
  if (!isIPv6(address) || address.includes('%')) return true
  return !globalV6.check(address, 'ipv6') || notPublicV6.check(address, 'ipv6')
}

/** Where a machine answers everybody, so that whoever is on it may ask too. */
const SERVED: ReadonlySet<number> = new Set([80, 443])

/** Whether an address is this machine's own, and the port may be behind its firewall, which a connection from here does not pass. */
const isBehind = (address: string, { port }: Target, own: readonly string[]): boolean =>
  own.includes(address) && !SERVED.has(port)

/**
 * Whether a connection to a target may go to an address that its host resolves to.
 *
 * @param own this machine's addresses, which count as private too.
 */
export function mayReach(
  address: string,
  target: Target,
  allowed: Allowance,
  own: readonly string[] = [],
): boolean {
  if (allowed === true || !(isPrivateAddress(address) || isBehind(address, target, own)))
    return true
  if (isIP(address) === 0 || address.includes('%')) return false
  const isIn = (one: Allowed) =>
    'range' in one && listOf([one.range]).check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return atPort(allowed, target.port).some((one) => isIn(one) || isNameOf(target)(one))
}

const atPort = (allowed: Allowance, port: number): readonly Allowed[] =>
  allowed === true ? [] : allowed.filter((one) => one.port === undefined || one.port === port)

/** Whether the operator wrote the target's name down. */
export const isNamed = (target: Target, allowed: Allowance): boolean =>
  atPort(allowed, target.port).some(isNameOf(target))

const isNameOf =
  ({ host }: Target) =>
  (one: Allowed): boolean =>
    'name' in one && one.name === host

/** @throws Error if it is not a range */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/')
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Names that are private whatever they resolve to: names of this machine, of its network, and those without a dot. */
const INSIDE = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/

/** Whether a target is private, as far as we can tell without a DNS lookup. */
export function isInside(target: Target, own: readonly string[] = []): boolean {
  const { host } = target
  return isIP(host) === 0
    ? INSIDE.test(host)
    : isPrivateAddress(host) || isBehind(host, target, own)
}

/** The problem with a target, as far as we can tell without a DNS lookup. Completes "host …". */
export function targetFault(
  target: Target,
  allowed: Allowance,
  own: readonly string[] = [],
): Why | undefined {
  const { host, port } = target
  if (!isInside(target, own) || allowed === true) return undefined
  const may =
    isIP(host) === 0
      ? // A range may contain an address that the name resolves to.
        atPort(allowed, port).some((one) => 'range' in one || isNameOf(target)(one))
      : mayReach(host, target, allowed, own)
  return may ? undefined : privateFault(target)
}

/** Completes "settings.host …" and names the setting for the operator. */
export const privateFault = ({ host, port }: Target): Why =>
  why('private_address', { target: `${isIPv6(host) ? `[${host}]` : host}:${port}` })

/** Ports of other protocols, from which browsers load no pages either: the "bad ports" of the Fetch standard. */
const NOT_WEB = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
])

/** The problem with the URL of an HTTP request, in the same way. */
export function urlFault(
  text: string,
  allowed: Allowance,
  own: readonly string[] = [],
): Why | undefined {
  // A parser would silently remove it.
  if (/\p{Cc}/u.test(text)) return why('control_character', {})
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return why('not_an_address', {})
  if (url.username || url.password) return why('address_login', {})
  if (url.hash) return why('address_fragment', {})
  const target = urlTarget(url)
  if (NOT_WEB.has(target.port)) return why('not_a_web_port', { port: target.port })
  return targetFault(target, allowed, own)
}

/** The same for a webhook. It must use https, unless the operator allows that private target, or `http` is true. */
export function webhookFault(
  text: string,
  allowed: Allowance,
  http: boolean,
  own: readonly string[] = [],
): Why | undefined {
  const fault = urlFault(text, allowed, own)
  if (fault || http) return fault
  const url = new URL(text)
  const target = urlTarget(url)
  const isMeant = isInside(target, own) || isNamed(target, allowed)
  return url.protocol === 'https:' || isMeant ? undefined : why('not_https', {})
}

/** @param text a host name, or an IPv4 or IPv6 address without brackets. @returns undefined if it is neither */
export function hostTarget(text: string, port: number): Target | undefined {
  const url = URL.parse(`http://${isIPv6(text) ? `[${text}]` : text}`)
  return url && url.pathname === '/' ? { host: hostOf(url), port } : undefined
}

/** `URL` has already turned 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1. */
export const urlTarget = (url: URL): Target => ({
  host: hostOf(url),
  port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
})

/** The host without brackets and without the final dot of a full name. */
export const hostOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
