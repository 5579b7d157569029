import { expect, test } from 'vitest'
import { needsCents, netMinor, netPercent } from './deals.rules.ts'
import type { Deal } from './types.ts'

test('a part is never shown as the whole', () => {
  const none = { clawedBackMinor: 0 }
  expect(netPercent({ ...none, expectedMinor: 1000, collectedMinor: 999 })).toBe(99)
  expect(netPercent({ ...none, expectedMinor: 1000, collectedMinor: 1200 })).toBe(120)
  expect(netPercent({ ...none, expectedMinor: 0, collectedMinor: 5 })).toBe(0)
  expect(netPercent({ ...none, expectedMinor: 0, collectedMinor: 0 })).toBe(0)
})

test('clawed-back money is not there any more', () => {
  const deal = { expectedMinor: 1250, collectedMinor: 800, clawedBackMinor: 200 }
  expect(netMinor(deal)).toBe(600)
  expect(netPercent(deal)).toBe(48)
})

test('cents are shown if one figure of the deal has some', () => {
  const deal = { currency: 'USD', expectedMinor: 100_000, fundedMinor: null } as Deal
  const split = (collectedMinor: number) =>
    ({ flatAmountMinor: null, availability: { collectedMinor, isHeld: false } }) as never
  expect(needsCents(deal, [split(50_000)])).toBe(false)
  expect(needsCents(deal, [split(50_000), split(50_001)])).toBe(true)
  expect(needsCents({ ...deal, expectedMinor: 1 }, [])).toBe(true)
  expect(needsCents({ ...deal, currency: 'JPY' }, [split(1)])).toBe(false)
})
