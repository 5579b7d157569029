import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Mailbox, readMailbox } from './mailbox.rules.ts'
import { type Allowance, type Allowed, hostTarget } from './outbound/private-addresses.rules.ts'

// Parsers of settings: text in, value out. An error's message reads on from the setting's name: "PORT must be …".

export type Parser<T> = (value: string) => T

export const asGiven: Parser<string> = (value) => value

/** A whole number, both ends included. */
export function integer(least: number, most: number): Parser<number> {
  return (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`)
    }
    return number
  }
}

/** Where a collector is. A password has its place in a header, which no command prints. */
export const collectorUrl: Parser<string> = (value) => {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Error(
      'must be an http or https URL such as http://127.0.0.1:4318, without a password; that goes into OTEL_EXPORTER_OTLP_HEADERS',
    )
  }
  return value
}

/** A part of a whole. */
export const share: Parser<number> = (value) => {
  const number = Number(value)
  if (!/^\d+(\.\d+)?$/.test(value) || number > 1) {
    throw new Error('must be a number from 0 to 1, such as 0.1')
  }
  return number
}

export function word<const W extends string>(...words: W[]): Parser<W> {
  return (value) => {
    const found = words.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`)
    return found
  }
}

/** Returns null for the empty text, which an unset setting without a default has. */
export function optional<T>(parse: Parser<T>): Parser<T | null> {
  return (value) => (value === '' ? null : parse(value))
}

export const secretKey: Parser<string> = (value) => {
  if (value.length < 32) throw new Error('must have 32 characters or more')
  return value
}

/** Only the scheme is checked here: the driver reads the rest, sockets and several hosts included. */
export const postgresUrl: Parser<string> = (value) => {
  if (!/^postgres(ql)?:\/\/./.test(value)) {
    throw new Error('must look like postgres://user:password@host:5432/database')
  }
  return value
}

/** One URL for each server, separated by commas: a comma within one is written as %2C. */
export const postgresUrls: Parser<readonly string[]> = (value) =>
  value === '' ? [] : value.split(',').map((one) => postgresUrl(one.trim()))

/** An http(s) origin, returned without a trailing slash. */
export const origin: Parser<string> = (value) => {
  const url = URL.parse(value)
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/'
  if (!plain || url.search || url.hash || url.username) {
    throw new Error('must be an origin such as https://records.example.com, without a path')
  }
  return url.origin
}

/** Only the scheme and the host are checked here: the mailer reads the rest. */
export const smtpUrl: Parser<string> = (value) => {
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('must look like smtp://user:password@host:587 or smtps://user:password@host')
  }
  return value
}

const emailAddress: Parser<string> = (value) => {
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(value)) {
    throw new Error('must be an email address such as records@example.com')
  }
  return value
}

/** An email address, which may have a name: `Desk <desk@example.com>`. */
export const mailbox: Parser<Mailbox> = (value) => {
  const read = readMailbox(value)
  if (!read) throw new Error('must have a name without any of <>@; and at most 100 characters')
  return { ...read, address: emailAddress(read.address) }
}

/** A domain in lower case; an international one in the ASCII form that mail uses. */
export const domainName: Parser<string> = (value) => {
  const ascii = domainToASCII(value)
  if (
    !/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(ascii)
  ) {
    throw new Error('must be a domain such as in.example.com')
  }
  return ascii
}

/** For webhooks: `0` for none, `1` for all, or else ranges of addresses, separated by commas. */
export const addressRanges: Parser<Allowance> = (value) => {
  if (value === '0' || value === '1') return value === '1' ? true : []
  return value.split(',').map((range) => {
    if (!isRange(range.trim()))
      throw new Error('must be 0, 1 or ranges such as 10.1.0.0/16,fd00::/8')
    return { range: range.trim() }
  })
}

/** Host names, addresses and ranges, separated by commas. Each can have a port; without one it allows all ports. */
export const outboundTargets: Parser<readonly Allowed[]> = (value) =>
  value === '' ? [] : value.split(',').map((one) => outboundTarget(one.trim()))

function outboundTarget(text: string): Allowed {
  // `[fd00::7]:25`, `host:25` or `host`. Other text with colons can only be an IPv6 address.
  const [, bracketed, plain, digits] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain ?? text
  const port = digits === undefined ? undefined : Number(digits)
  const at = port === undefined ? {} : { port }
  const family = isIP(host)
  const range = family === 0 ? host : `${host}/${family === 4 ? 32 : 128}`
  if (port === undefined || (port > 0 && port < 65_536)) {
    if (isRange(range)) return { range, ...at }
    const target = bracketed === undefined ? hostTarget(host, 0) : undefined
    // 127.1 is another spelling of an address; as a name it would never match.
    if (target && isIP(target.host) === 0 && NAME.test(host)) return { name: target.host, ...at }
  }
  throw new Error(
    'must be hosts, addresses or ranges, each with a port or without, such as relay.office.lan:25,10.1.0.0/16,[fd00::7]:587',
  )
}

const NAME = /^[\p{L}\p{N}._-]+$/u

function isRange(text: string): boolean {
  const [network = '', bits = '', ...rest] = text.split('/')
  const most = isIP(network) === 4 ? 32 : 128
  const isWhole = isIP(network) !== 0 && !network.includes('%') && rest.length === 0
  return isWhole && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}
