import { expect, test } from 'vitest'
import type { ColumnType } from '../../../shared/column-types.ts'
import { cellText } from './cell-words.rules.ts'

const nameOf = (number: number) => `Person ${number}`

test.each<[unknown, ColumnType, string]>([
  [null, 'text', ''],
  [3, 'person', 'Person 3'],
  [true, 'checkbox', 'Yes'],
  [1234.5, 'number', '1,234.5'],
  [['a', 'b'], 'link', '2 rows'],
  ['a', 'link', '1 row'],
  [['Hot', 'New'], 'multi_select', 'Hot, New'],
  ['plain', 'text', 'plain'],
])('%j of %s: %s', (cell, type, text) => {
  expect(cellText(cell, { type, settings: {} }, nameOf)).toBe(text)
})

test('an amount has its currency, and cents only if there are any', () => {
  const column = { type: 'currency', settings: { currency: 'USD' } } as const
  expect(cellText(80_000, column, nameOf)).toBe('$80,000')
  expect(cellText(1234.5, column, nameOf)).toBe('$1,234.50')
})
