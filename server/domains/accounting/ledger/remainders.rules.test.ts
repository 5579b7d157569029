import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_MINOR } from '../../../../shared/limits.ts'
import { HOUSE, largestRemainder, type Parts } from './shares.rules.ts'

const amount = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 0, max: MOST_MINOR }),
  fc.constantFrom(0, 1, MOST_MINOR - 1, MOST_MINOR),
)
const sumOf = (amounts: Iterable<number>): bigint =>
  [...amounts].reduce((sum, part) => sum + BigInt(part), 0n)

describe('the largest remainders', () => {
  const weights = fc
    .array(amount, { minLength: 1, maxLength: 9 })
    .map((all) => all.map((weight, id) => ({ id, weight })))
    .filter((all) => all.some(({ weight }) => weight > 0))

  test('give out the whole, to each within one of its exact share, and nothing for a weight of 0', () => {
    fc.assert(
      fc.property(amount, weights, (whole, all) => {
        const parts = largestRemainder(whole, all)
        expect(sumOf(parts.values())).toBe(BigInt(whole))
        const sum = sumOf(all.map(({ weight }) => weight))
        for (const { id, weight } of all) {
          const off = BigInt(parts.get(id) ?? 0) * sum - BigInt(whole) * BigInt(weight)
          expect(-sum < off && off < sum).toBe(true)
          if (weight === 0) expect(parts.has(id)).toBe(false)
        }
      }),
    )
  })

  test('do not depend on the order of the weights', () => {
    fc.assert(
      fc.property(amount, weights, (whole, all) => {
        const sorted = (parts: Parts) => [...parts].toSorted(([one], [other]) => one - other)
        expect(sorted(largestRemainder(whole, all.toReversed()))).toEqual(
          sorted(largestRemainder(whole, all)),
        )
      }),
    )
  })

  test('break ties by the lowest id, and the house comes last', () => {
    const thirds = [HOUSE, 9, 4].map((id) => ({ id, weight: 1 }))
    expect(largestRemainder(4, thirds)).toEqual(
      new Map([
        [4, 2],
        [9, 1],
        [HOUSE, 1],
      ]),
    )
    expect(largestRemainder(5, thirds)).toEqual(
      new Map([
        [4, 2],
        [9, 2],
        [HOUSE, 1],
      ]),
    )
    expect(largestRemainder(1, thirds)).toEqual(new Map([[4, 1]]))
  })

  test('go by the remainder before the id', () => {
    const weights = [
      { id: 1, weight: 1 },
      { id: 2, weight: 2 },
    ]
    expect(largestRemainder(1, weights)).toEqual(new Map([[2, 1]]))
  })
})
