import { expect, test } from 'vitest'
import { sizeText } from './size-text.rules.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_400_000, '1.4 MB'],
  [25_000_000, '25.0 MB'],
  [250_000, '250 KB'],
])('%i bytes are %s', (bytes, shown) => {
  expect(sizeText(bytes)).toBe(shown)
})
