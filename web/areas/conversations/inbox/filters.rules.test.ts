import { expect, test } from 'vitest'
import { isNarrowed, listingOf, statusOf } from './filters.rules.ts'

test('an inbox starts with what is open, and a search looks through all', () => {
  expect(listingOf({})).toEqual({ status: 'open' })
  expect(listingOf({ q: 'wire' })).toEqual({ search: 'wire' })
  expect(statusOf({ q: 'wire', status: 'closed' })).toBe('closed')
  expect(listingOf({ status: 'all' })).toEqual({})
})

test('each filter is asked for, digits being words too', () => {
  expect(listingOf({ medium: 'text', assigned: 'me', unread: true, q: 4155550132 })).toEqual({
    medium: 'text',
    assigned_to: 'me',
    unread: true,
    search: '4155550132',
  })
})

test('what a URL says wrongly it does not say', () => {
  expect(listingOf({ status: 'lost', medium: 'fax', assigned: '7;drop' })).toEqual({
    status: 'open',
  })
})

test('a status alone does not narrow the list', () => {
  expect(isNarrowed({ status: 'closed' })).toBe(false)
  expect(isNarrowed({ unread: true })).toBe(true)
})
