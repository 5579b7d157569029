import { expect, test } from 'vitest'
import { rowTitle } from './row-title.rules.ts'

const columns = [
  { key: 'amount', type: 'currency' },
  { key: 'deal', type: 'text' },
  { key: 'email', type: 'email' },
]

test('a row is called by its first text', () => {
  expect(rowTitle({ amount: '12.00', deal: ' Nguyen Dental ' }, columns)).toBe('Nguyen Dental')
})

test('an empty text is passed over', () => {
  expect(rowTitle({ deal: ' ', email: 'ada@example.com' }, columns)).toBe('ada@example.com')
  expect(rowTitle({ amount: '12.00' }, columns)).toBe('Untitled')
})

test('a formula that makes text is a text', () => {
  const formulas = [
    { key: 'count', type: 'formula', settings: { resultType: 'number' } },
    { key: 'words', type: 'formula', settings: { resultType: 'text' } },
  ]
  expect(rowTitle({ count: 3, words: 'Three' }, formulas)).toBe('Three')
  expect(rowTitle({ words: { error: 'type' } }, formulas)).toBe('Untitled')
})

test('a long text is cut between characters', () => {
  expect(rowTitle({ deal: '😀'.repeat(300) }, columns)).toBe('😀'.repeat(200))
})
