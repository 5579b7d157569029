import { expect, test } from 'vitest'
import { columnsBeyond, planPaste } from './paste.rules.ts'

const size = { rows: 10, columns: 4 }
const one = (row: number, column: number) => ({
  top: row,
  bottom: row,
  left: column,
  right: column,
})

test('a block goes in from the selected cell on', () => {
  const plan = planPaste(
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    one(2, 1),
    size,
  )
  expect(plan.cells).toEqual([
    { row: 2, column: 1, value: 'a' },
    { row: 2, column: 2, value: 'b' },
    { row: 3, column: 1, value: 'c' },
    { row: 3, column: 2, value: 'd' },
  ])
  expect(plan.range).toEqual({ top: 2, bottom: 3, left: 1, right: 2 })
})

test('one cell fills the whole selection, and a block repeats as often as it fits', () => {
  const filled = planPaste([['x']], { top: 0, bottom: 2, left: 0, right: 1 }, size)
  expect(filled.cells).toHaveLength(6)
  const twice = planPaste([['a'], ['b']], { top: 0, bottom: 3, left: 0, right: 0 }, size)
  expect(twice.cells.map(({ value }) => value)).toEqual(['a', 'b', 'a', 'b'])
  const uneven = planPaste([['a'], ['b']], { top: 0, bottom: 2, left: 0, right: 0 }, size)
  expect(uneven.cells.map(({ value }) => value)).toEqual(['a', 'b'])
})

test('cells beyond the last row become new rows', () => {
  const plan = planPaste([['a'], ['b'], ['c']], one(8, 3), size)
  expect(plan.cells).toHaveLength(2)
  expect(plan.added).toEqual([[{ column: 3, value: 'c' }]])
})

test('cells beyond the last column are kept aside, row by row', () => {
  const plan = planPaste(
    [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ],
    one(9, 3),
    size,
  )
  expect(columnsBeyond(plan)).toBe(2)
  expect(plan.beyond).toEqual([
    ['b', 'c'],
    ['e', 'f'],
  ])
  expect(plan.cells).toEqual([{ row: 9, column: 3, value: 'a' }])
  expect(plan.added).toEqual([[{ column: 3, value: 'd' }]])
})
