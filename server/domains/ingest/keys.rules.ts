import { crc32 } from 'node:zlib'
import type { KeyFamily } from '../../../contract/operation.ts'
import { why } from '../../../contract/reasons.ts'
import { readSites } from '../../platform/http/site.rules.ts'
import { type Issue, issueAt, refusalWith } from '../../platform/refusal.ts'
import { momentOf } from '../../platform/times.rules.ts'

/**
 * The form of an ingest key: `sbk_` (board) or `spk_` (page), 30 random base62 characters (178 bits),
 * and 6 of a CRC-32 over everything before them, so that a mistyped or truncated key is noticed without a query
 * and scanners can recognise a leaked one.
 */
export const prefixes: Record<KeyFamily, 'sbk_' | 'spk_'> = { board: 'sbk_', page: 'spk_' }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM = 30
const CHECKSUM = 6

/** @param draw gives a random number from 0 to below its argument. */
export function keyFrom(family: KeyFamily, draw: (below: number) => number): string {
  let secret: string = prefixes[family]
  for (let i = 0; i < RANDOM; i++) secret += ALPHABET[draw(ALPHABET.length)]
  return secret + checksum(secret)
}

/** Whether the credential has the form of a key and its checksum fits. */
export function isWellFormedKey(credential: string): boolean {
  const body = credential.slice(0, -CHECKSUM)
  return (
    /^s[bp]k_[0-9A-Za-z]{36}$/.test(credential) && credential.slice(-CHECKSUM) === checksum(body)
  )
}

/**
 * When a new key ends and which sites may use it, from a request at the moment `now`. Each is null without a limit.
 *
 * @throws Refusal invalid_request
 */
export function limitsOf(
  { expiresAt, origins }: { expiresAt?: string | null; origins?: readonly string[] | null },
  now: Date,
): { expiresAt: Date | null; origins: string[] | null } {
  const issues: Issue[] = []
  const ends = expiresAt == null ? null : momentOf(expiresAt)
  if (ends === undefined) issues.push(issueAt('body.expiresAt', why('not_a_moment', {})))
  else if (ends && ends <= now) {
    issues.push(issueAt('body.expiresAt', why('not_in_future', { now: now.toISOString() })))
  }
  const sites = origins && readSites(origins, 'body.origins')
  if (sites) issues.push(...sites.issues)
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  return { expiresAt: ends ?? null, origins: sites?.origins ?? null }
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM; i++) {
    text = ALPHABET[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
