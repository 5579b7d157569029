import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** A network as `address/bits`, from that or a single address; undefined if it is neither. */
export function networkOf(text: string): string | undefined {
  const [, address = '', bits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  const width = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined
  if (width === undefined || Number(bits ?? width) > width) return undefined
  return `${address.toLowerCase()}/${Number(bits ?? width)}`
}

/** Whether a client's address is in one of the networks, of its own family. IPv4 may come written as IPv6. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  const client = mapped ?? plain
  const family = isIPv4(client) ? 'ipv4' : isIPv6(client) ? 'ipv6' : undefined
  if (!family) return false
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    if (isIPv4(start) === (family === 'ipv4')) list.addSubnet(start, Number(bits), family)
  }
  return list.check(client, family)
}
