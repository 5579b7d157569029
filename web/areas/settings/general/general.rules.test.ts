import { expect, test } from 'vitest'
import { type General, workspaceChanges } from './general.rules.ts'

const before: General = {
  name: 'Funding desk',
  region: 'US',
  timeZone: 'America/New_York',
  currency: 'USD',
  escalationUserId: null,
  moneyVisibleTo: 'own',
}

test('only what was changed is sent', () => {
  expect(workspaceChanges({ ...before, name: 'Desk' }, before)).toEqual({ name: 'Desk' })
  expect(workspaceChanges({ ...before, currency: 'EUR', escalationUserId: '7' }, before)).toEqual({
    currency: 'EUR',
    escalationUserId: 7,
  })
})

test('nobody to notify is a change from somebody', () => {
  const somebody = { ...before, escalationUserId: '7' }
  expect(workspaceChanges({ ...somebody, escalationUserId: null }, somebody)).toEqual({
    escalationUserId: null,
  })
})

test('choosing who sees money for the first time is a change, whatever holds until then', () => {
  const undecided = { ...before, moneyVisibleTo: null }
  expect(workspaceChanges({ ...undecided, moneyVisibleTo: 'everyone' }, undecided)).toEqual({
    moneyVisibleTo: 'everyone',
  })
  expect(workspaceChanges(undecided, undecided)).toEqual({})
})

test('spaces around a name are no change', () => {
  expect(workspaceChanges({ ...before, name: ' Funding desk ' }, before)).toEqual({})
})
