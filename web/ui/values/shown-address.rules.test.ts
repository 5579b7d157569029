import { expect, test } from 'vitest'
import { shownAddress } from './shown-address.rules.ts'

test.each([
  ['+12015550123', '+1 (201) 555-0123'],
  ['+4930901820', '+4930901820'],
  ['72743', '72743'],
  ['ann@example.com', 'ann@example.com'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})
