import { expect, test } from 'vitest'
import { collectedPercent, foundDeals, totalsOf } from './deals.rules.ts'
import type { Deal } from './types.ts'

const deal = (id: number, name: string, currency: string, expectedMinor = 0, collectedMinor = 0) =>
  ({ id, name, currency, expectedMinor, collectedMinor, clawedBackMinor: 0 }) as Deal
const deals = [
  deal(1, 'Nguyen Dental', 'USD', 1000, 600),
  deal(2, 'Ortiz Bakery', 'EUR', 500, 500),
  deal(3, 'Dental West', 'USD', 200, 0),
]

test('deals are found by name or currency, the newest first', () => {
  expect(foundDeals(deals, ' dental ').map(({ id }) => id)).toEqual([3, 1])
  expect(foundDeals(deals, 'eur').map(({ id }) => id)).toEqual([2])
  expect(foundDeals(deals, '').map(({ id }) => id)).toEqual([3, 2, 1])
})

test('each currency is summed by itself', () => {
  expect(totalsOf(deals)).toMatchObject([
    { currency: 'USD', count: 2, expectedMinor: 1200, collectedMinor: 600 },
    { currency: 'EUR', count: 1, expectedMinor: 500, collectedMinor: 500 },
  ])
  expect(totalsOf([])).toEqual([])
})

test('a share of the whole is never told as the whole', () => {
  expect(collectedPercent({ expectedMinor: 1000, collectedMinor: 999 })).toBe(99)
  expect(collectedPercent({ expectedMinor: 1000, collectedMinor: 1200 })).toBe(100)
  expect(collectedPercent({ expectedMinor: 0, collectedMinor: 5 })).toBe(100)
  expect(collectedPercent({ expectedMinor: 0, collectedMinor: 0 })).toBe(0)
})
