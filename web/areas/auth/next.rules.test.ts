import { expect, test } from 'vitest'
import { nextPath } from './next.rules.ts'

const origin = 'https://records.example.com'

test('a path of the app is followed', () => {
  for (const next of ['/', '/records/leads?sort=-amount', '/deals/7#ledger']) {
    expect(nextPath(next, origin, '/signin')).toBe(next)
  }
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'http://records.example.com/',
  '/\t/evil.example',
  '/signin?next=/signin',
  7,
  undefined,
  null,
])('%s leads to the start page', (next) => {
  expect(nextPath(next, origin, '/signin')).toBe('/')
})
