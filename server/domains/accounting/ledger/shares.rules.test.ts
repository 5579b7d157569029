import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_MINOR } from '../../../../shared/limits.ts'
import {
  availabilityOf,
  type DealSums,
  HOUSE,
  overAllocated,
  pendingParts,
  type Split,
  shortAfter,
  splitClawback,
  splitCollection,
} from './shares.rules.ts'

const amount = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 0, max: MOST_MINOR }),
  fc.constantFrom(0, 1, MOST_MINOR - 1, MOST_MINOR),
)
const ppm = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(1, 333_333, 500_000))
const sumOf = (amounts: Iterable<number>): bigint =>
  [...amounts].reduce((sum, part) => sum + BigInt(part), 0n)

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
const noSums: DealSums = {
  fundedMinor: null,
  expectedMinor: 0,
  collectedMinor: 0,
  clawedMinor: 0,
  houseCollectedMinor: 0,
  houseClawedMinor: 0,
}

const terms = fc.oneof(
  fc.record({ basis: fc.constantFrom('gross', 'net', 'funded'), sharePpm: ppm }),
  fc.record({
    basis: fc.constant('flat'),
    flatAmountMinor: fc.integer({ min: 1, max: MOST_MINOR }),
  }),
) as fc.Arbitrary<Partial<Split>>

/** Splits that a deal can have: a split is left out if the shares would come to more than the whole. */
const allowed = fc
  .array(fc.tuple(terms, fc.constantFrom<Split['status']>('active', 'active', 'inactive')), {
    maxLength: 8,
  })
  .map((all) => {
    const splits: Split[] = []
    for (const [own, status] of all) {
      splits.push(splitOf(splits.length + 1, { ...own, status }))
      if (overAllocated(splits)) splits.pop()
    }
    return splits
  })

type Happening =
  | { kind: 'collection' | 'expectation' | 'clawback'; amount: number }
  | { kind: 'retire'; amount: number }

const happenings = fc.array(
  fc.record({
    kind: fc.constantFrom<Happening['kind']>(
      'collection',
      'collection',
      'expectation',
      'clawback',
      'retire',
    ),
    amount,
  }),
  { maxLength: 8 },
)

/** Applies events to a deal with the rules alone, without the database. */
function play(first: readonly Split[], fundedMinor: number | null, all: readonly Happening[]) {
  let deal: DealSums = { ...noSums, fundedMinor }
  let splits = [...first]
  for (const { kind, amount } of all) {
    if (kind === 'retire') {
      splits = splits.map((split, i) =>
        i === amount % 8 ? { ...split, status: 'inactive' } : split,
      )
    } else if (kind === 'expectation') {
      deal = { ...deal, expectedMinor: Math.min(MOST_MINOR, deal.expectedMinor + amount) }
    } else if (kind === 'collection') {
      const part = Math.min(amount, MOST_MINOR - deal.collectedMinor)
      const parts = splitCollection(part, splits, deal)
      splits = splits.map((split) => ({
        ...split,
        collectedMinor: split.collectedMinor + (parts.get(split.id) ?? 0),
      }))
      deal = {
        ...deal,
        collectedMinor: deal.collectedMinor + part,
        houseCollectedMinor: deal.houseCollectedMinor + (parts.get(HOUSE) ?? 0),
      }
    } else {
      const part = Math.min(amount, deal.collectedMinor - deal.clawedMinor)
      if (part === 0) continue
      const parts = splitClawback(part, splits, deal)
      splits = splits.map((split) => ({
        ...split,
        clawedMinor: split.clawedMinor + (parts.get(split.id) ?? 0),
      }))
      deal = {
        ...deal,
        clawedMinor: deal.clawedMinor + part,
        houseClawedMinor: deal.houseClawedMinor + (parts.get(HOUSE) ?? 0),
      }
    }
  }
  return { deal, splits }
}

const played = fc
  .tuple(allowed, fc.option(amount), happenings)
  .map(([splits, funded, all]) => play(splits, funded, all))

describe('a collection', () => {
  test('is given out whole, to active splits and the house, and lowers nobody', () => {
    fc.assert(
      fc.property(played, amount, ({ deal, splits }, received) => {
        const parts = splitCollection(received, splits, deal)
        expect(sumOf(parts.values())).toBe(BigInt(received))
        const active = new Set(
          splits.filter(({ status }) => status === 'active').map(({ id }) => id),
        )
        for (const [id, part] of parts) {
          expect(part).toBeGreaterThan(0)
          expect(id === HOUSE || active.has(id)).toBe(true)
        }
      }),
    )
  })

  test('gives gross its share, funded and flat in order no more than their target, and net its share of the rest', () => {
    fc.assert(
      fc.property(played, amount, ({ deal, splits }, received) => {
        const parts = splitCollection(received, splits, deal)
        const active = splits.filter(({ status }) => status === 'active')
        const within = (part: number, of: bigint, sharePpm: number | null) => {
          const off = BigInt(part) * 1_000_000n - of * BigInt(sharePpm ?? 0)
          expect(-1_000_000n < off && off < 1_000_000n).toBe(true)
        }
        let left = BigInt(received)
        for (const { id, basis, sharePpm } of active) {
          const part = parts.get(id) ?? 0
          if (basis === 'gross') within(part, BigInt(received), sharePpm)
          if (basis === 'gross') left -= BigInt(part)
        }
        for (const split of active) {
          if (split.basis !== 'funded' && split.basis !== 'flat') continue
          const target =
            split.basis === 'flat'
              ? BigInt(split.flatAmountMinor ?? 0)
              : (BigInt(split.sharePpm ?? 0) * BigInt(deal.fundedMinor ?? 0)) / 1_000_000n
          const wants = target - BigInt(split.collectedMinor)
          const part = BigInt(parts.get(split.id) ?? 0)
          expect(part).toBe(wants < 0n ? 0n : wants < left ? wants : left)
          left -= part
        }
        for (const { id, basis, sharePpm } of active) {
          if (basis === 'net') within(parts.get(id) ?? 0, left, sharePpm)
        }
      }),
    )
  })

  test('leaves what gross splits do not take to the later steps, not to the house', () => {
    const splits = [
      splitOf(1, { basis: 'gross', sharePpm: 400_000 }),
      splitOf(2, { basis: 'flat', flatAmountMinor: 50 }),
      splitOf(3, { basis: 'net', sharePpm: 1_000_000 }),
    ]
    expect(splitCollection(100, splits, noSums)).toEqual(
      new Map([
        [1, 40],
        [2, 50],
        [3, 10],
      ]),
    )
  })

  test('gives nothing to a funded split of a deal without a funded amount, nor to one above a lowered target', () => {
    const splits = [splitOf(1, { basis: 'funded', sharePpm: 500_000, collectedMinor: 30 })]
    expect(splitCollection(100, splits, noSums)).toEqual(new Map([[HOUSE, 100]]))
    expect(splitCollection(100, splits, { fundedMinor: 59 })).toEqual(new Map([[HOUSE, 100]]))
    expect(splitCollection(100, splits, { fundedMinor: 63 })).toEqual(
      new Map([
        [1, 1],
        [HOUSE, 99],
      ]),
    )
  })
})

describe('a clawback', () => {
  test('is taken whole, and from nobody more than is left of what they collected', () => {
    fc.assert(
      fc.property(played, amount, ({ deal, splits }, wished) => {
        const clawed = Math.min(wished, deal.collectedMinor - deal.clawedMinor)
        fc.pre(clawed > 0)
        const parts = splitClawback(clawed, splits, deal)
        expect(sumOf(parts.values())).toBe(BigInt(clawed))
        for (const [id, part] of parts) {
          const split = splits.find((one) => one.id === id)
          const had = split ? split.collectedMinor : deal.houseCollectedMinor
          const gave = split ? split.clawedMinor : deal.houseClawedMinor
          expect(part).toBeGreaterThan(0)
          expect(part).toBeLessThanOrEqual(had - gave)
        }
      }),
    )
  })
})

describe('the figures of a deal', () => {
  test('add up with the house, to the collections and to the larger of expected and collected', () => {
    fc.assert(
      fc.property(played, ({ deal, splits }) => {
        const pending = pendingParts(splits, deal)
        const figures = splits.map((split) => availabilityOf(split, pending))
        const total = (name: 'collectedMinor' | 'entitledMinor' | 'clawbackShareMinor') =>
          sumOf(figures.map((each) => each[name]))
        const house = BigInt(deal.houseCollectedMinor)
        expect(total('collectedMinor') + house).toBe(BigInt(deal.collectedMinor))
        expect(total('clawbackShareMinor') + BigInt(deal.houseClawedMinor)).toBe(
          BigInt(deal.clawedMinor),
        )
        expect(total('entitledMinor') + house + BigInt(pending.get(HOUSE) ?? 0)).toBe(
          BigInt(Math.max(deal.expectedMinor, deal.collectedMinor)),
        )
        for (const [i, { status }] of splits.entries()) {
          if (status === 'inactive') expect(figures[i]!.pendingMinor).toBe(0)
        }
      }),
    )
  })

  test('say what can be drawn: nothing while held, nothing that is owed', () => {
    const paid = splitOf(1, { collectedMinor: 100, clawedMinor: 30, drawnMinor: 20 })
    expect(availabilityOf(paid, new Map([[1, 7]]))).toEqual({
      collectedMinor: 100,
      pendingMinor: 7,
      entitledMinor: 107,
      clawbackShareMinor: 30,
      drawnMinor: 20,
      unpaidMinor: 50,
      availableMinor: 50,
      isHeld: false,
    })
    const at = new Date(0)
    const held = availabilityOf({ ...paid, heldAt: at }, new Map())
    expect(held).toMatchObject({ unpaidMinor: 50, availableMinor: 0, isHeld: true })
    const released = availabilityOf({ ...paid, heldAt: at, releasedAt: at }, new Map())
    expect(released).toMatchObject({ availableMinor: 50, isHeld: false })
    const owing = availabilityOf({ ...paid, drawnMinor: 90 }, new Map())
    expect(owing).toMatchObject({ unpaidMinor: -20, availableMinor: 0 })
  })
})

test('active splits have at most the whole, both of gross and of net', () => {
  const of = (basis: Split['basis'], sharePpm: number, status: Split['status'] = 'active') =>
    splitOf(1, { basis, sharePpm, status })
  expect(overAllocated([of('gross', 600_000), of('gross', 400_000), of('net', 1_000_000)])).toBe(
    undefined,
  )
  expect(overAllocated([of('gross', 600_000), of('gross', 400_001)])).toEqual({
    basis: 'gross',
    ppm: 1_000_001,
  })
  expect(overAllocated([of('net', 1_000_000), of('net', 1)])).toEqual({
    basis: 'net',
    ppm: 1_000_001,
  })
  expect(overAllocated([of('net', 1_000_000), of('net', 1, 'inactive')])).toBe(undefined)
  expect(overAllocated([of('funded', 1_000_000), of('funded', 1_000_000)])).toBe(undefined)
})

test('a collection is not reversed if somebody would then have less than was clawed back from them', () => {
  const splits = [splitOf(1, { collectedMinor: 100, clawedMinor: 40 }), splitOf(2, {})]
  const deal = { ...noSums, houseCollectedMinor: 10, houseClawedMinor: 10 }
  expect(shortAfter(new Map([[1, 60]]), splits, deal)).toBe(undefined)
  expect(shortAfter(new Map([[1, 61]]), splits, deal)).toBe(1)
  expect(
    shortAfter(
      new Map([
        [1, 60],
        [HOUSE, 1],
      ]),
      splits,
      deal,
    ),
  ).toBe(HOUSE)
})
