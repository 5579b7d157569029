import { type Scope, scopeWords } from '../../../../shared/token-scopes.ts'
import type { Item } from '../../../service/api.ts'

export type Token = Item<'auth.listTokens'>

/** When a token ended: it was revoked, or it expired. Null while it works. */
export function tokenEndedAt({ revokedAt, expiresAt }: Token, now: number): string | null {
  if (revokedAt !== null) return revokedAt
  return Date.parse(expiresAt) <= now ? expiresAt : null
}

/** Tokens that work first, each group the newest first. */
export const inOrder = (tokens: readonly Token[], now: number): Token[] =>
  tokens
    .toReversed()
    .toSorted(
      (a, b) => Number(tokenEndedAt(a, now) !== null) - Number(tokenEndedAt(b, now) !== null),
    )

/** `Read records, write records` */
export function scopesText(scopes: readonly Scope[]): string {
  const labels = scopes.map((scope) => scopeWords[scope].label)
  return labels
    .map((label, at) => (at === 0 ? label : label[0]!.toLowerCase() + label.slice(1)))
    .join(', ')
}
