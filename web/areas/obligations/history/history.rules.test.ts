import { expect, it } from 'vitest'
import {
  changedBy,
  currenciesOf,
  entryText,
  type HistoryEntry,
  valueText,
} from './history.rules.ts'

const nameOf = (id: number | null) => (id === 3 ? 'Priya' : `person ${id}`)
const entry = (given: Partial<HistoryEntry>) =>
  ({ actor: 'user:3', action: 'updated', changes: [], ...given }) as HistoryEntry

it('says who did what', () => {
  const doer = (actor: string) => (actor === 'user:3' ? 'Priya' : undefined)
  expect(entryText(entry({ action: 'waived' }), doer)).toBe('Waived by Priya')
  expect(entryText(entry({ actor: 'system', action: 'escalated' }), doer)).toBe(
    'Escalated by Sourcebook',
  )
})

it('says fields and values in words', () => {
  const context = {
    nameOf,
    momentText: (at: string) => at.slice(0, 10),
    money: (minor: number) => `$${minor / 100}`,
  }
  const words = (field: string, value: unknown) => valueText(field, value, context)
  expect(words('dueAt', '2026-11-24T17:00:00.000Z')).toBe('2026-11-24')
  expect(words('dueAt', null)).toBe('none')
  expect(words('assignedToUserId', 3)).toBe('Priya')
  expect(words('slaHours', 48)).toBe('48')
  expect(words('amountMinor', 125050)).toBe('$1250.5')
  expect(words('priority', 'urgent')).toBe('Urgent')
  expect(words('recurrenceRule', 'FREQ=DAILY')).toBe('every day')
  expect(words('requiredDocumentType', 'bank_statement')).toBe('Bank statement')
  expect(words('detail', { a: 1 })).toBe('{"a":1}')
})

it('leaves out the status, which the action implies, and the currency, which the amount shows', () => {
  const changes = [
    { field: 'status', from: 'open', to: 'completed' },
    { field: 'amountMinor', from: null, to: 500 },
    { field: 'currency', from: null, to: 'JPY' },
  ]
  expect(changedBy(entry({ changes }))).toEqual([
    { field: 'amountMinor', name: 'Amount', from: null, to: 500 },
  ])
})

it('knows the currency before and after every entry', () => {
  const currency = (from: string | null, to: string | null) =>
    entry({ changes: [{ field: 'currency', from, to }] })
  expect(currenciesOf([entry({}), currency('USD', 'JPY'), entry({})], 'JPY')).toEqual([
    { from: 'USD', to: 'USD' },
    { from: 'USD', to: 'JPY' },
    { from: 'JPY', to: 'JPY' },
  ])
})
