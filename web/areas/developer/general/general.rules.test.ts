import { expect, test } from 'vitest'
import { changesOf } from './general.rules.ts'

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
  expect(changesOf({ ...before, name: 'Contacts' }, before)).toEqual({ name: 'Contacts' })
  expect(changesOf({ ...before, icon: 'star' }, before)).toEqual({ icon: 'star' })
  expect(changesOf({ ...before, description: 'New ones', currency: 'EUR' }, before)).toEqual({
    description: 'New ones',
    settings: { currency: 'EUR' },
  })
})

test('spaces around a name are no change', () => {
  expect(changesOf({ ...before, name: ' Leads ' }, before)).toEqual({})
})
