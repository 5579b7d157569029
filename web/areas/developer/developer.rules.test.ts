import { expect, test } from 'vitest'
import { type Key, keyInUse, pastedKeyProblem } from './developer.rules.ts'

const key = (id: string, more: Partial<Key> = {}): Key => ({
  id,
  name: id,
  scopes: ['rows:write'],
  prefix: 'sbk_',
  lastFour: 'wxyz',
  createdAt: '',
  createdBy: 'user:1',
  lastUsedAt: null,
  revokedAt: null,
  ...more,
})

test('the chosen key is used as long as it works, else one that can write', () => {
  const gone = key('gone', { revokedAt: '2026-11-20T00:00:00.000Z' })
  const reader = key('reader', { scopes: ['read'] })
  const keys = [gone, reader, key('writer')]
  expect(keyInUse(keys, 'reader')?.id).toBe('reader')
  expect(keyInUse(keys, 'gone')?.id).toBe('writer')
  expect(keyInUse([gone, reader], undefined)?.id).toBe('reader')
  expect(keyInUse([gone], undefined)).toBeUndefined()
})

test('another key than the chosen one is noticed before it is sent', () => {
  expect(pastedKeyProblem('', key('a'))).toBeUndefined()
  expect(pastedKeyProblem('sbk_abcwxyz', key('a'))).toBeUndefined()
  expect(pastedKeyProblem('sbk_abcwxyy', key('a'))).toMatch(/ends with wxyz/)
  expect(pastedKeyProblem('spk_abcwxyz', key('a'))).toMatch(/begins with sbk_/)
})
