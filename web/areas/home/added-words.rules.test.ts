import { expect, test } from 'vitest'
import { addedWords } from './added-words.rules.ts'

const nameOf = (actor: string) => ({ 'user:1': 'Ann', 'token:t': 'Zapier for Ann' })[actor]

test.each([
  ['user:1', 'manual', 'added by Ann'],
  ['user:1', 'import', 'imported by Ann'],
  ['key:k', 'api', 'added by a key'],
  ['key:k', 'import', 'imported by a key'],
  ['token:t', 'manual', 'added by Zapier for Ann'],
  ['form:f', 'page', 'through a form'],
  ['address:a', 'api', 'by email'],
  ['hook:h', 'api', 'through a hook'],
  ['system', 'manual', 'added by the service'],
] as const)('a row of %s, %s, was %s', (createdBy, source, words) => {
  expect(addedWords({ createdBy, source }, nameOf)).toBe(words)
})
