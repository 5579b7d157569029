import { expect, test } from 'vitest'
import { inOrder, scopesText, type Token, tokenEndedAt } from './tokens.rules.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const token = (id: string, more: Partial<Token> = {}): Token =>
  ({ id, revokedAt: null, expiresAt: '2027-01-01T00:00:00Z', ...more }) as Token

test('a token ends when it is revoked or expires', () => {
  expect(tokenEndedAt(token('a'), NOW)).toBeNull()
  expect(tokenEndedAt(token('a', { expiresAt: '2026-11-24T12:00:00Z' }), NOW)).toBe(
    '2026-11-24T12:00:00Z',
  )
  const revokedAt = '2026-11-01T00:00:00Z'
  expect(tokenEndedAt(token('a', { revokedAt }), NOW)).toBe(revokedAt)
})

test('those that work come first, the newest before others', () => {
  const ended = { revokedAt: '2026-11-01T00:00:00Z' }
  const tokens = [token('a'), token('b', ended), token('c'), token('d', ended)]
  expect(inOrder(tokens, NOW).map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b'])
})

test('scopes read as a sentence', () => {
  expect(scopesText(['records:read', 'records:write', 'events:read'])).toBe(
    'Read records, write records, read events',
  )
})
