import { expect, test } from 'vitest'
import { capital, shortened } from './wording.ts'

test('a sentence begins with a capital, whatever follows', () => {
  expect(capital('the key “Web”')).toBe('The key “Web”')
  expect(capital('2 rows')).toBe('2 rows')
  expect(capital('')).toBe('')
})

test('only a text that is too long is cut', () => {
  expect(shortened('Called twice', 12)).toBe('Called twice')
  expect(shortened('Called twice', 6)).toBe('Called…')
})
