import { why } from '../../../../contract/refusals/reasons.ts'
import { MOST_TOKEN_DAYS, USUAL_TOKEN_DAYS } from '../../../../contract/workspaces/tokens.ts'
import { networkOf } from '../../../platform/http/networks.rules.ts'
import { type Issue, issueAt, refusalWith } from '../../../platform/refusal.ts'
import { checkedSecret, isCheckedSecret } from '../../../platform/secrets/checked-secrets.rules.ts'
import { momentOf } from '../../../platform/times.rules.ts'

export const PREFIX = 'sbt_' as const

/** @param draw gives a random number from 0 to below its argument. */
export const tokenFrom = (draw: (below: number) => number): string => checkedSecret(PREFIX, draw)

/** Whether a credential claims to be a token, well formed or not. A session's begins otherwise. */
export const looksLikeToken = (credential: string): boolean => credential.startsWith(PREFIX)

export const isWellFormedToken = (credential: string): boolean =>
  isCheckedSecret(credential, [PREFIX])

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * When a new token ends and where it may be used from, from a request at the moment `now`.
 *
 * @throws Refusal invalid_request
 */
export function limitsOf(
  { expiresAt, addresses }: { expiresAt?: string; addresses?: readonly string[] | null },
  now: Date,
): { expiresAt: Date; addresses: string[] | null } {
  const issues: Issue[] = []
  const ends =
    expiresAt === undefined
      ? new Date(now.getTime() + USUAL_TOKEN_DAYS * DAY_MS)
      : momentOf(expiresAt)
  const latest = new Date(now.getTime() + MOST_TOKEN_DAYS * DAY_MS)
  const path = 'body.expiresAt'
  if (ends === undefined) issues.push(issueAt(path, why('not_a_moment', {})))
  else if (ends <= now) {
    issues.push(issueAt(path, why('not_in_future', { now: now.toISOString() })))
  } else if (ends > latest) {
    issues.push(issueAt(path, why('too_far_ahead', { latest: latest.toISOString() })))
  }
  const networks = addresses?.map((sent, index) => {
    const network = networkOf(sent)
    if (network === undefined) {
      const refused = why('not_a_network', { sent: JSON.stringify(sent) })
      issues.push(issueAt(`body.addresses[${index}]`, refused))
    }
    return network ?? ''
  })
  if (issues.length > 0) throw refusalWith('invalid_request', issues)
  return { expiresAt: ends!, addresses: networks ? [...new Set(networks)] : null }
}
