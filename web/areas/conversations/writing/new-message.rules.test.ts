import { expect, test } from 'vitest'
import { startOf, withoutNewMessage } from './new-message.rules.ts'

test('a link names the address, which tells the medium, and the record', () => {
  expect(startOf({ new: true })).toEqual({ medium: 'text', to: '', record: null })
  expect(startOf({ to: 'ann@example.com', definitionKey: 'leads', rowId: 'r1' })).toEqual({
    medium: 'email',
    to: 'ann@example.com',
    record: { definition_key: 'leads', row_id: 'r1' },
  })
  expect(startOf({ to: 4155550132, definitionKey: 'leads' })).toEqual({
    medium: 'text',
    to: '4155550132',
    record: null,
  })
})

test('the rest of a query is the filters', () => {
  expect(withoutNewMessage('?new=true&to=%2B1415&status=closed')).toBe('?status=closed')
  expect(withoutNewMessage('?new=true')).toBe('')
})
