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
