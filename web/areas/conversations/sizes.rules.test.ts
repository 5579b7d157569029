import { expect, test } from 'vitest'
import { faultOf, sizeText } from './sizes.rules.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_400_000, '1.4 MB'],
  [25_000_000, '25.0 MB'],
  [250_000, '250 KB'],
])('%i bytes are %s', (bytes, shown) => {
  expect(sizeText(bytes)).toBe(shown)
})

test('a file is left out that is too large beside the others, or one too many', () => {
  expect(faultOf(4_000_000, [1_000_000], 'text')).toBeUndefined()
  expect(faultOf(4_000_001, [1_000_000], 'text')).toContain('at most 5.0 MB together')
  expect(faultOf(4_000_001, [1_000_000], 'email')).toBeUndefined()
  expect(faultOf(1, Array(9).fill(1), 'text')).toBeUndefined()
  expect(faultOf(1, Array(10).fill(1), 'text')).toContain('at most 10 files')
})
