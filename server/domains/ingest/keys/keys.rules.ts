import type { KeyFamily } from '../../../../contract/language/operation.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import { readSites } from '../../../platform/http/site.rules.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { checkedSecret, isCheckedSecret } from '../../../platform/secrets/checked-secrets.rules.ts'
import { momentOf } from '../../../platform/times.rules.ts'

/** The form of an ingest key is that of a checked secret: `sbk_…` (board) or `spk_…` (page). */
export const prefixes: Record<KeyFamily, 'sbk_' | 'spk_'> = { board: 'sbk_', page: 'spk_' }

/** @param draw gives a random number from 0 to below its argument. */
export const keyFrom = (family: KeyFamily, draw: (below: number) => number): string =>
  checkedSecret(prefixes[family], draw)

/** Whether the credential has the form of a key and its checksum fits. */
export const isWellFormedKey = (credential: string): boolean =>
  isCheckedSecret(credential, Object.values(prefixes))

/**
 * When a key ends and which sites may use it, from a request at the moment `now`. Each is null without a limit.
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
