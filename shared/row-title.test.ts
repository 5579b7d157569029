import { expect, test } from 'vitest'
import type { Typed } from './column-types.ts'
import { rowTitle } from './row-title.ts'

const columns: (Typed & { key: string })[] = [
  { key: 'amount', type: 'currency' },
  { key: 'deal', type: 'text' },
  { key: 'email', type: 'email' },
]
const titleOf = (cells: Record<string, unknown>, of = columns) =>
  rowTitle(of, ({ key }) => cells[key])

test('a row is called by its first text', () => {
  expect(titleOf({ amount: '12.00', deal: ' Nguyen Dental ' })).toBe('Nguyen Dental')
})

test('an empty text is passed over', () => {
  expect(titleOf({ deal: ' ', email: 'ada@example.com' })).toBe('ada@example.com')
  expect(titleOf({ amount: '12.00' })).toBeNull()
})

test('a formula that makes text is a text', () => {
  const formulas: typeof columns = [
    { key: 'count', type: 'formula', settings: { resultType: 'number' } },
    { key: 'words', type: 'formula', settings: { resultType: 'text' } },
  ]
  expect(titleOf({ count: 3, words: 'Three' }, formulas)).toBe('Three')
  expect(titleOf({ words: { error: 'type' } }, formulas)).toBeNull()
})

test('a long text is cut between characters', () => {
  expect(titleOf({ deal: '😀'.repeat(300) })).toBe('😀'.repeat(200))
})
