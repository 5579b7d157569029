import { expect, test } from 'vitest'
import { partyName, partyRef } from './parties.rules.ts'

const seats = [{ accountId: 'a1', crmUserId: 7, name: 'Priya' }]
const nobody = { accountId: null, crmUserId: null, externalParty: null }

test('a party is shown by name', () => {
  expect(partyName({ ...nobody, partyKind: 'crm_user', crmUserId: 7 }, seats)).toBe('Priya')
  expect(partyName({ ...nobody, partyKind: 'account', accountId: 'a1' }, seats)).toBe('Priya')
  const broker = { ...nobody, partyKind: 'external' as const, externalParty: 'Bay Brokers' }
  expect(partyName(broker, seats)).toBe('Bay Brokers')
  expect(partyName({ ...nobody, partyKind: 'house' }, seats)).toBe('The house')
})

test('a person without a seat is shown by number or id', () => {
  expect(partyName({ ...nobody, partyKind: 'crm_user', crmUserId: 9 }, seats)).toBe('#9')
  expect(partyName({ ...nobody, partyKind: 'account', accountId: 'a9' }, seats)).toBe('Account a9')
})

test('a balance names a party by the field of its kind', () => {
  expect(partyRef({ ...nobody, partyKind: 'crm_user', crmUserId: 7 })).toBe('7')
  expect(partyRef({ ...nobody, partyKind: 'account', accountId: 'a1' })).toBe('a1')
  expect(partyRef({ ...nobody, partyKind: 'external', externalParty: 'Bay' })).toBe('Bay')
  expect(partyRef({ ...nobody, partyKind: 'house' })).toBe('house')
})
