import { expect, test } from 'vitest'
import { afterClawback, candidatesOf, withEverybody } from './parts-preview.rules.ts'

const split = (id: number, collectedMinor: number, more: object = {}) => ({
  id,
  status: 'active' as const,
  availability: { collectedMinor, clawbackShareMinor: 0, unpaidMinor: 0, ...more } as never,
})
const retired = { ...split(3, 500), status: 'inactive' as const }

test('active splits take part in a collection, and whoever has collected in a clawback', () => {
  const splits = [split(1, 0), split(2, 700, { clawbackShareMinor: 700 }), retired, split(4, 9)]
  expect(candidatesOf('collection', splits)).toEqual([1, 2, 4])
  expect(candidatesOf('clawback', splits)).toEqual([3, 4])
})

test('everybody is listed before the parts are known, and with 0 who gets none', () => {
  expect(withEverybody([4, 1], undefined)).toEqual([
    { dealSplitId: 1, amountMinor: undefined },
    { dealSplitId: 4, amountMinor: undefined },
    { dealSplitId: null, amountMinor: undefined },
  ])
  const parts = [
    { dealSplitId: 1, amountMinor: 60 },
    { dealSplitId: 2, amountMinor: 5 },
    { dealSplitId: null, amountMinor: 40 },
  ]
  expect(withEverybody([1, 4], parts)).toEqual([
    { dealSplitId: 1, amountMinor: 60 },
    { dealSplitId: 2, amountMinor: 5 },
    { dealSplitId: 4, amountMinor: 0 },
    { dealSplitId: null, amountMinor: 40 },
  ])
})

test('who has drawn more than is left owes the rest', () => {
  const splits = [split(1, 500, { unpaidMinor: 100 })]
  expect(afterClawback(splits, 1, 150)).toBe(-50)
  expect(afterClawback(splits, 1, undefined)).toBeUndefined()
  expect(afterClawback(splits, null, 150)).toBeUndefined()
})
