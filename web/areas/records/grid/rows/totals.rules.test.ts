import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TotalKind } from '../../../../../shared/totals.ts'
import type { Cells, Column } from '../../list/types.ts'
import { doubted, shifted, shownTotal, type Total, totalOf } from './totals.rules.ts'

const kinds = ['sum', 'min', 'max', 'filled'] as const

/** Totals calculated from all rows. */
function counted(rows: readonly Cells[]): Total[] {
  return (['amount', 'due'] as const).flatMap((key) =>
    kinds.map((kind): Total => {
      const cells = rows.map((row) => row[key]).filter((cell) => cell !== null) as number[]
      const inOrder = cells.toSorted((a, b) => (a < b ? -1 : 1))
      const of = {
        sum: () => cells.reduce((sum, cell) => sum + cell, 0),
        min: () => inOrder[0] ?? null,
        max: () => inOrder.at(-1) ?? null,
        filled: () => cells.length,
      }
      const isNumber = key === 'amount'
      const value = key === 'due' && kind === 'sum' ? undefined : of[kind]()
      return { key, kind, isNumber, value, isSure: true }
    }),
  )
}

const row = fc.record({
  amount: fc.option(fc.integer({ min: -5, max: 5 })),
  due: fc.option(fc.constantFrom('2026-01-01', '2026-01-02', '2026-02-01')),
})
const step = fc.record({ at: fc.nat(), row: fc.option(row), isNew: fc.boolean() })

test('totals that are sure are those of the rows, however these come, change and go', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(step), (start, steps) => {
      let rows: Cells[] = start
      let totals: readonly Total[] = counted(rows)
      for (const { at, row: after, isNew } of steps) {
        const index = isNew || rows.length === 0 ? rows.length : at % rows.length
        const before = rows[index] ?? null
        if (!before && !after) continue
        totals = shifted(totals, before, after)
        rows = rows.toSpliced(index, before ? 1 : 0, ...(after ? [after] : []))
        const wanted = counted(rows)
        totals.forEach((total, i) => {
          if (total.isSure) expect(total).toEqual(wanted[i])
          // Only the smallest and largest values can get lost.
          else expect(['min', 'max']).toContain(total.kind)
        })
      }
    }),
  )
})

const known = (kind: TotalKind, value: Total['value']): Total => {
  return { key: 'amount', kind, isNumber: true, value, isSure: true }
}

test('cents do not drift, and text that is still to be converted makes a sum unsure', () => {
  const [sum] = shifted([known('sum', 0.1)], null, { amount: 0.2 })
  expect(sum).toMatchObject({ value: 0.3, isSure: true })
  expect(shifted([sum!], null, { amount: '25k' })).toMatchObject([{ value: 0.3, isSure: false }])
  expect(shifted([sum!], { amount: { error: 'divided_by_zero' } }, { amount: null })).toEqual([sum])
})

test('an average is made of the sum and the number of cells', () => {
  const totals = [known('sum', 9), known('filled', 4)]
  expect(shownTotal(totals, 'amount', 'average')).toEqual({ value: 2.25, isSure: true })
  const unsure = [totals[0]!, doubted(totals[1]!)]
  expect(shownTotal(unsure, 'amount', 'average')).toEqual({ value: 2.25, isSure: false })
  expect(shownTotal([known('sum', 0), known('filled', 0)], 'amount', 'average')?.value).toBe(null)
  expect(shownTotal(totals, 'amount', 'min')).toBe(undefined)
})

test('only money is summed unless somebody chooses', () => {
  const column = (type: string) => ({ key: 'a', type }) as Column
  expect(totalOf(column('currency'), { totals: {} })).toBe('sum')
  expect(totalOf(column('number'), { totals: {} })).toBe('none')
  expect(totalOf(column('number'), { totals: { a: 'average' } })).toBe('average')
  expect(totalOf(column('currency'), { totals: { a: 'none' } })).toBe('none')
})
