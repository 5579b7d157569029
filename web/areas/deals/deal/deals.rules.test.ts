import { expect, test } from 'vitest'
import { needsCents, netPercent } from './deals.rules.ts'
import type { Deal } from './types.ts'

test('a part is never shown as the whole', () => {
  expect(netPercent({ expectedMinor: 1000, netCollectedMinor: 999 })).toBe(99)
  expect(netPercent({ expectedMinor: 1000, netCollectedMinor: 1200 })).toBe(120)
  expect(netPercent({ expectedMinor: 0, netCollectedMinor: 5 })).toBe(0)
  expect(netPercent({ expectedMinor: 0, netCollectedMinor: 0 })).toBe(0)
})

test('cents are shown if one figure of the deal has some', () => {
  const deal = { currency: 'USD', expectedMinor: 100_000, fundedMinor: null } as Deal
  const split = (collectedMinor: number) =>
    ({ availability: { collectedMinor, drawnMinor: 0 }, entitledByTermsMinor: 0 }) as never
  expect(needsCents(deal, [split(50_000)])).toBe(false)
  expect(needsCents(deal, [split(50_000), split(50_001)])).toBe(true)
  expect(needsCents({ ...deal, expectedMinor: 1 }, [])).toBe(true)
  expect(needsCents({ ...deal, currency: 'JPY' }, [split(1)])).toBe(false)
})
