import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUSE, type Split, splitCollection } from '../ledger/shares.rules.ts'
import { dealParts } from './by-terms.rules.ts'

const splitOf = (id: number, terms: Partial<Split>): Split => ({
  id,
  status: 'active',
  basis: 'gross',
  sharePpm: null,
  flatAmountMinor: null,
  heldAt: null,
  releasedAt: null,
  collectedMinor: 0,
  clawedMinor: 0,
  drawnMinor: 0,
  ...terms,
})

/** A deal after these collections, each divided by itself. */
function played(splits: readonly Split[], expectedMinor: number, collections: readonly number[]) {
  let now = [...splits]
  const deal = {
    fundedMinor: 250_000,
    expectedMinor,
    collectedMinor: 0,
    clawedMinor: 0,
    houseCollectedMinor: 0,
    houseClawedMinor: 0,
    entryCount: 1 + collections.length,
  }
  for (const amount of collections) {
    const parts = splitCollection(amount, now, deal)
    now = now.map((split) => ({
      ...split,
      collectedMinor: split.collectedMinor + (parts.get(split.id) ?? 0),
    }))
    deal.collectedMinor += amount
    deal.houseCollectedMinor += parts.get(HOUSE) ?? 0
  }
  return { splits: now, deal }
}

const shares = fc
  .array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 4 })
  .map((all) => all.map((sharePpm, i) => splitOf(i + 1, { sharePpm })))

test('what splits are due by their terms does not move with what comes in', () => {
  fc.assert(
    fc.property(
      shares,
      fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 6 }),
      (splits, collections) => {
        const expected = 700_000
        const due = dealParts(splits, played(splits, expected, []).deal).byTerms
        const { splits: now, deal } = played(splits, expected, collections)
        const { byTerms } = dealParts(now, deal)
        expect(byTerms).toEqual(due)
        expect([...byTerms!.values()].reduce((sum, part) => sum + part, 0)).toBe(expected)
      },
    ),
  )
})

test('a cent that rounding moves is not in it', () => {
  const splits = [splitOf(1, { sharePpm: 333_333 }), splitOf(2, { sharePpm: 333_333 })]
  const { splits: now, deal } = played(splits, 1000, [100, 100, 100])
  const { pending, byTerms } = dealParts(now, deal)
  expect(now[0]!.collectedMinor + pending.get(1)!).not.toBe(byTerms!.get(1))
  expect(byTerms!.get(1)).toBe(333)
})

test('a flat amount and a share of the funded amount are due once', () => {
  const splits = [
    splitOf(1, { basis: 'flat', flatAmountMinor: 300 }),
    splitOf(2, { basis: 'funded', sharePpm: 2000 }),
    splitOf(3, { basis: 'net', sharePpm: 500_000 }),
  ]
  const { splits: now, deal } = played(splits, 2000, [250, 350, 500])
  expect(dealParts(now, deal).byTerms).toEqual(
    new Map([
      [1, 300],
      [2, 500],
      [3, 600],
      [HOUSE, 600],
    ]),
  )
})

test('terms that changed after money came in say nothing about what was due before', () => {
  const { splits, deal } = played([splitOf(1, { sharePpm: 500_000 })], 10_000, [5000])
  const [split] = splits
  const unknown = [
    [{ ...split!, sharePpm: 200_000 }],
    [{ ...split!, status: 'inactive' as const }, splitOf(2, { sharePpm: 500_000 })],
    [split!, splitOf(2, { sharePpm: 500_000 })],
  ]
  for (const now of unknown) expect(dealParts(now, deal).byTerms).toBeUndefined()
})
