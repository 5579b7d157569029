import { expect, test } from 'vitest'
import { fieldOf } from './merge-fields.rules.ts'

test('a merge field names its column and its fallback', () => {
  expect(fieldOf('contact')).toBe('{{contact}}')
  expect(fieldOf('contact', ' there ')).toBe('{{contact|there}}')
})
