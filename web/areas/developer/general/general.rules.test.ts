import { expect, test } from 'vitest'
import { definitionChanges } from './general.rules.ts'

const before = {
  name: 'Leads',
  description: '',
  icon: 'users',
  color: 'blue',
  region: 'US',
  timeZone: 'America/New_York',
  currency: 'USD',
} as const

test('only what was changed is sent', () => {
  expect(definitionChanges({ ...before, name: 'Contacts' }, before)).toEqual({ name: 'Contacts' })
  expect(definitionChanges({ ...before, icon: 'star' }, before)).toEqual({ icon: 'star' })
  expect(
    definitionChanges({ ...before, description: 'New ones', currency: 'EUR' }, before),
  ).toEqual({
    description: 'New ones',
    settings: { currency: 'EUR' },
  })
})

test('spaces around a name are no change', () => {
  expect(definitionChanges({ ...before, name: ' Leads ' }, before)).toEqual({})
})
