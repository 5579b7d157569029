import { expect, test } from 'vitest'
import { isReversible, reversedIn } from './entries.rules.ts'

test('an entry can be reversed once', () => {
  expect(isReversible({ kind: 'clawback', reversedBy: null })).toBe(true)
  expect(isReversible({ kind: 'clawback', reversedBy: 'another' })).toBe(false)
})

test('only the payment of a draw can be reversed, and a reversal cannot', () => {
  expect(isReversible({ kind: 'draw_paid', reversedBy: null })).toBe(true)
  expect(isReversible({ kind: 'draw_requested', reversedBy: null })).toBe(false)
  expect(isReversible({ kind: 'reversal', reversedBy: null })).toBe(false)
})

test('a reversal shows what it reverses', () => {
  const paid = { id: 'b', reverses: null }
  const reversal = { id: 'c', reverses: 'b' }
  const entries = [{ id: 'a', reverses: null }, paid, reversal]
  expect(reversedIn(entries, reversal)).toBe(paid)
  expect(reversedIn(entries, paid)).toBeUndefined()
  expect(reversedIn([reversal], reversal)).toBeUndefined()
})
