import { expect, test } from 'vitest'
import { isReversible, personOf } from './entries.rules.ts'

test('an entry is taken back once', () => {
  expect(isReversible({ kind: 'clawback', reversedBy: null })).toBe(true)
  expect(isReversible({ kind: 'clawback', reversedBy: 'another' })).toBe(false)
})

test('of draws only the payment is taken back, and no reversal is', () => {
  expect(isReversible({ kind: 'draw_paid', reversedBy: null })).toBe(true)
  expect(isReversible({ kind: 'draw_requested', reversedBy: null })).toBe(false)
  expect(isReversible({ kind: 'reversal', reversedBy: null })).toBe(false)
})

test('who posted is read from the reference', () => {
  expect(personOf('user:12')).toBe(12)
  expect(personOf('system')).toBeNull()
})
