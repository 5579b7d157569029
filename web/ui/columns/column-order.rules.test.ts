import { expect, test } from 'vitest'
import { moveKey, orderedColumns } from './column-order.rules.ts'

const columns = ['a', 'b', 'c'].map((key) => ({ key }))

test('columns are in the given order, the others follow, and unknown names are skipped', () => {
  expect(orderedColumns(columns, ['c', 'x', 'a']).map(({ key }) => key)).toEqual(['c', 'a', 'b'])
})

test('a key moves by one place and stops at the ends', () => {
  expect(moveKey(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moveKey(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveKey(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
})
