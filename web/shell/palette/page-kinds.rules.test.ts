import { expect, test } from 'vitest'
import { kindOf } from './page-kinds.rules.ts'

const of = (to: string) => ({ to, title: to })

test('an address says what kind of page it leads to', () => {
  expect(kindOf(of('/conversations/7'))).toBe('Conversation')
  expect(kindOf(of('/deals/3'))).toBe('Commissions')
  expect(kindOf(of('/records/leads?row=1'))).toBe('Record')
  expect(kindOf(of('/records/leads/rows/1'))).toBe('Record')
  expect(kindOf(of('/records/leads/settings/general'))).toBe('Settings')
  expect(kindOf(of('/records/leads'))).toBeUndefined()
  expect(kindOf(of('/conversations'))).toBeUndefined()
})
