import { expect, test } from 'vitest'
import { isSlug, slugCandidates } from './workspaces.rules.ts'

test.each([
  ['Acme Funding, Inc.', 'acme-funding-inc'],
  ['Zoë & Söhne', 'zoe-sohne'],
  ['  --  ', 'workspace'],
  ['株式会社', 'workspace'],
  [`${'a'.repeat(35)} b`, 'a'.repeat(35)],
])('%j becomes %s', (name, slug) => {
  const candidates = slugCandidates(name, '0123456789ab')
  expect(candidates[0]).toBe(slug)
  expect(candidates.at(-1)).toBe(`${slug}-0123456789ab`)
  expect(candidates.every(isSlug)).toBe(true)
})

test.each(['', 'Acme', 'a--b', '-a', 'a-', 'a b', 'a'.repeat(51)])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false)
})
