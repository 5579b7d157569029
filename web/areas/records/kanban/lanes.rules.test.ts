import { expect, test } from 'vitest'
import { laneFilter, lanesOf } from './lanes.rules.ts'

const column = { settings: { options: ['New', 'Won'].map((label) => ({ id: label, label })) } }
const group = (value: string | null, count: number) => ({ value, count, sums: { amount: count } })

test('lanes follow the options, then other values, then empty cells if there are any', () => {
  const values = (...groups: ReturnType<typeof group>[]) =>
    lanesOf(column as never, groups).map(({ value, count }) => [value, count])
  expect(values(group('Lost', 2), group('Won', 1), group(null, 3))).toEqual([
    ['New', 0],
    ['Won', 1],
    ['Lost', 2],
    [null, 3],
  ])
  expect(values()).toEqual([
    ['New', 0],
    ['Won', 0],
  ])
})

test('a lane narrows the filter of the list', () => {
  const filter = { column: 'amount', op: 'gt', value: 5 }
  expect(laneFilter(null, 'stage', null)).toEqual({ column: 'stage', op: 'is_empty' })
  expect(laneFilter(filter, 'stage', 'Won')).toEqual({
    and: [filter, { column: 'stage', op: 'eq', value: 'Won' }],
  })
})
