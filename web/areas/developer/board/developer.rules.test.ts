import { expect, test } from 'vitest'
import { type Key, keyEndedAt, keyInUse, pastedKeyProblem } from './developer.rules.ts'

const key = (id: string, more: Partial<Key> = {}): Key => ({
  id,
  name: id,
  scopes: ['rows:write'],
  prefix: 'sbk_',
  lastFour: 'wxyz',
  createdAt: '',
  createdBy: 'user:1',
  expiresAt: null,
  origins: null,
  previousEndsAt: null,
  lastUsedAt: null,
  revokedAt: null,
  ...more,
})

const now = Date.parse('2026-11-21T00:00:00.000Z')

test('the chosen key is used as long as it works, else one that can write', () => {
  const gone = key('gone', { revokedAt: '2026-11-20T00:00:00.000Z' })
  const reader = key('reader', { scopes: ['read'] })
  const keys = [gone, reader, key('writer')]
  expect(keyInUse(keys, 'reader', now)?.id).toBe('reader')
  expect(keyInUse(keys, 'gone', now)?.id).toBe('writer')
  expect(keyInUse([gone, reader], undefined, now)?.id).toBe('reader')
  expect(keyInUse([gone], undefined, now)).toBeUndefined()
})

test('a key has ended once it is revoked or its time is over', () => {
  const expiresAt = '2026-11-20T00:00:00.000Z'
  const before = Date.parse('2026-11-19T23:59:59Z')
  const after = Date.parse('2026-11-20T00:00:01Z')
  expect(keyEndedAt(key('a'), after)).toBeNull()
  expect(keyEndedAt(key('b', { expiresAt }), before)).toBeNull()
  expect(keyEndedAt(key('b', { expiresAt }), after)).toBe(expiresAt)
  const revokedAt = '2026-11-18T00:00:00.000Z'
  expect(keyEndedAt(key('c', { expiresAt, revokedAt }), after)).toBe(revokedAt)
  expect(keyInUse([key('d', { expiresAt: '2020-01-01T00:00:00.000Z' })], 'd', now)).toBeUndefined()
})

test('another key than the chosen one is noticed before it is sent', () => {
  expect(pastedKeyProblem('', key('a'))).toBeUndefined()
  expect(pastedKeyProblem('sbk_abcwxyz', key('a'))).toBeUndefined()
  expect(pastedKeyProblem('sbk_abcwxyy', key('a'))).toMatch(/ends with wxyz/)
  expect(pastedKeyProblem('spk_abcwxyz', key('a'))).toMatch(/begins with sbk_/)
})
