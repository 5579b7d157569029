import { expect, test } from 'vitest'
import { listingOf, narrowsInbox, statusOf } from './filters.rules.ts'

test('an inbox starts with open conversations, and a search covers all of them', () => {
  expect(listingOf({})).toEqual({ status: 'open' })
  expect(listingOf({ q: 'wire' })).toEqual({ search: 'wire' })
  expect(statusOf({ q: 'wire', status: 'closed' })).toBe('closed')
  expect(listingOf({ status: 'all' })).toEqual({})
})

test('each filter is sent, and digits are searched as text', () => {
  expect(listingOf({ medium: 'text', assigned: 'me', unread: true, q: 4155550132 })).toEqual({
    medium: 'text',
    assigned_to: 'me',
    unread: true,
    search: '4155550132',
  })
})

test('invalid values in a URL are ignored', () => {
  expect(listingOf({ status: 'lost', medium: 'fax', assigned: '7;drop' })).toEqual({
    status: 'open',
  })
})

test('a status alone does not narrow the list', () => {
  expect(narrowsInbox({ status: 'closed' })).toBe(false)
  expect(narrowsInbox({ unread: true })).toBe(true)
})
