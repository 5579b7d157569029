import { expect, test } from 'vitest'
import { collectedPercent } from './deals.rules.ts'

test('a part is never shown as the whole', () => {
  expect(collectedPercent({ expectedMinor: 1000, collectedMinor: 999 })).toBe(99)
  expect(collectedPercent({ expectedMinor: 1000, collectedMinor: 1200 })).toBe(120)
  expect(collectedPercent({ expectedMinor: 0, collectedMinor: 5 })).toBe(0)
  expect(collectedPercent({ expectedMinor: 0, collectedMinor: 0 })).toBe(0)
})
