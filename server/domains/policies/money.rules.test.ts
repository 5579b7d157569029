import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partyKinds } from '../../../contract/accounting/accounting.ts'
import { moneyVisibilities } from '../../../contract/workspaces/money-visibility.ts'
import { type Role, roles } from '../../../shared/roles.ts'
import type { UserActor } from '../../platform/actor.ts'
import { dealsSeen, moneySightOf, seesDeal, seesSplit, splitsSeen } from './money.rules.ts'

const logins = ['0190cafe-0000-7000-8000-000000000001', '0190cafe-0000-7000-8000-000000000002']
const seat = (role: Role, nth: number): UserActor => ({
  kind: 'user',
  workspaceId: '',
  sessionId: '',
  plan: 'enterprise',
  teamIds: [],
  role,
  accountId: logins[nth - 1]!,
  crmUserId: nth,
})

const people = fc.constantFrom(1, 2)
const split = fc.record({
  id: fc.integer({ min: 1, max: 50 }),
  dealId: fc.integer({ min: 1, max: 9 }),
  partyKind: fc.constantFrom(...partyKinds),
  person: people,
})
const splits = fc.uniqueArray(split, { selector: ({ id }) => id }).map((all) =>
  all.map(({ person, ...rest }) => ({
    ...rest,
    person,
    accountId: rest.partyKind === 'account' ? logins[person - 1]! : null,
    crmUserId: rest.partyKind === 'crm_user' ? person : null,
  })),
)

test('managers and above see all; others all, their own or none, as the workspace has it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...roles),
      people,
      fc.constantFrom(...moneyVisibilities),
      splits,
      (role, nth, visibleTo, all) => {
        const sight = moneySightOf(seat(role, nth), visibleTo, all)
        const isAll = visibleTo === 'everyone' || !['member', 'viewer'].includes(role)
        expect(sight.whole).toBe(isAll)
        const own = all.filter(
          ({ partyKind, person }) =>
            visibleTo === 'own' &&
            person === nth &&
            (partyKind === 'account' || partyKind === 'crm_user'),
        )
        for (const one of all) {
          expect(seesSplit(sight, one.id)).toBe(isAll || own.includes(one))
          expect(seesDeal(sight, one.dealId)).toBe(
            isAll || own.some(({ dealId }) => dealId === one.dealId),
          )
        }
        expect(splitsSeen(sight)).toEqual(isAll ? null : own.map(({ id }) => id))
        expect(dealsSeen(sight)).toEqual(
          isAll ? null : [...new Set(own.map(({ dealId }) => dealId))],
        )
        // No split has the id 0, so nobody owns it.
        expect(seesSplit(sight, 0)).toBe(isAll)
      },
    ),
  )
})

test('a key sees none whatever the setting, and the service itself sees all', () => {
  const own = [{ id: 1, dealId: 1, partyKind: 'crm_user', accountId: null, crmUserId: 1 }] as const
  const key = { kind: 'key', workspaceId: '', keyId: '', definitionId: '' } as const
  for (const visibleTo of moneyVisibilities) {
    const sight = moneySightOf({ ...key, family: 'board', scopes: ['read'] }, visibleTo, own)
    expect([sight.whole, seesSplit(sight, 1), seesDeal(sight, 1)]).toEqual([false, false, false])
    expect(moneySightOf({ kind: 'system', workspaceId: '' }, visibleTo, own).whole).toBe(true)
  }
})

test('a webhook’s role, which nobody has, has no splits of its own', () => {
  const nobody = { ...seat('member', 1), accountId: '', crmUserId: 0 }
  const sight = moneySightOf(nobody, 'own', [
    { id: 1, dealId: 1, partyKind: 'house', accountId: null, crmUserId: null },
    { id: 2, dealId: 1, partyKind: 'external', accountId: null, crmUserId: null },
  ])
  expect([splitsSeen(sight), dealsSeen(sight)]).toEqual([[], []])
})
