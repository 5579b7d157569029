import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrived, rowsIn } from './moving.rules.ts'

test('a row that is moved to a value without a lane gets one', () => {
  const row = { id: 'a', cells: { stage: 'New' } }
  const lanes = [{ value: 'New', count: 1, sums: {} }]
  expect(arrived(lanes, [{ row, from: 'New', to: null }])).toEqual([
    { value: 'New', count: 0, sums: {} },
    { value: null, count: 1, sums: {} },
  ])
})

test('no move changes how many rows there are, or their sum', () => {
  const values = ['New', 'Won', 'Lost', null]
  const stage = fc.constantFrom(...values)
  const rows = fc.array(fc.record({ stage, amount: fc.integer({ min: 0, max: 1_000 }) }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(rows, fc.array(stage, { minLength: 20, maxLength: 20 }), (given, goals) => {
      const all = given.map(({ stage, amount }, i) => ({ id: `${i}`, cells: { stage, amount } }))
      const lanes = values.map((value) => {
        const mine = all.filter(({ cells }) => cells.stage === value)
        const amount = mine.reduce((sum, { cells }) => sum + cells.amount, 0)
        return { value, count: mine.length, sums: { amount } }
      })
      const moving = all.map((row, i) => ({ row, from: row.cells.stage, to: goals[i]! }))
      const after = arrived(lanes, moving)
      const shown = values.map((value) =>
        rowsIn(
          all.filter(({ cells }) => cells.stage === value),
          value,
          moving,
        ),
      )
      expect(after.map(({ count }) => count)).toEqual(shown.map(({ length }) => length))
      expect(after.map(({ sums }) => sums.amount)).toEqual(
        shown.map((mine) => mine.reduce((sum, { cells }) => sum + cells.amount, 0)),
      )
      expect(
        shown
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(all.map(({ id }) => id).sort())
    }),
  )
})
