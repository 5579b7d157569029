import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../../../shared/roles.ts'
import type { Actor } from '../../platform/actor.ts'
import {
  modelSees,
  modelWrites,
  type Policy,
  randomPolicy,
  type Who,
} from '../../tests/scenarios/policies.rules.ts'
import {
  type ColumnPolicy,
  maySee,
  mayWrite,
  partFault,
  partOf,
  restrictsNothing,
  unrestricted,
  whoMaySee,
} from './columns.rules.ts'

const names = { accountIds: ['a1', 'a2', 'a3'], teamIds: ['t1', 't2', 't3'] }
const workspaceId = 'w'

const policies = fc.nat(1_000_000).map((seed) => randomPolicy(seed, names))
const seats = fc.record({
  role: fc.constantFrom(...roles),
  accountId: fc.constantFrom(...names.accountIds, 'another'),
  teamIds: fc.subarray([...names.teamIds, 'another']),
})
const whoever: fc.Arbitrary<Who> = fc.oneof(
  { weight: 5, arbitrary: seats },
  fc.constant<Who>({ teamIds: [] }),
)

const stored = ({ visibleTo, editableBy }: Policy): ColumnPolicy => ({
  visibleTo: partOf(visibleTo),
  editableBy: partOf(editableBy),
})
const actorOf = ({ role, accountId = '', teamIds }: Who): Actor =>
  role === undefined
    ? {
        kind: 'key',
        workspaceId,
        keyId: 'k',
        definitionId: 'd',
        family: 'board',
        scopes: ['read'],
      }
    : {
        kind: 'user',
        workspaceId,
        accountId,
        crmUserId: 1,
        role,
        teamIds,
        plan: 'free',
        sessionId: '',
      }

test('the resolver agrees with the plain words of the interface, whoever asks', () => {
  fc.assert(
    fc.property(policies, whoever, (policy, who) => {
      expect(maySee(stored(policy), actorOf(who))).toBe(modelSees(policy, who))
      expect(mayWrite(stored(policy), actorOf(who))).toBe(modelWrites(policy, who))
    }),
    { numRuns: 5_000 },
  )
})

test('writing implies seeing', () => {
  fc.assert(
    fc.property(policies, whoever, (policy, who) => {
      const [given, actor] = [stored(policy), actorOf(who)]
      if (mayWrite(given, actor)) expect(maySee(given, actor)).toBe(true)
    }),
  )
})

test('who is named by more sees no less, and a key sees no more than anybody', () => {
  fc.assert(
    fc.property(policies, seats, (policy, seat) => {
      const given = stored(policy)
      const key = maySee(given, actorOf({ teamIds: [] }))
      const bare = maySee(given, actorOf({ ...seat, teamIds: [] }))
      const whole = maySee(given, actorOf(seat))
      expect(Number(key)).toBeLessThanOrEqual(Number(bare))
      expect(Number(bare)).toBeLessThanOrEqual(Number(whole))
    }),
  )
})

describe('a part of a policy', () => {
  test('is everyone where it is left out', () => {
    expect(partOf(undefined)).toEqual(unrestricted.visibleTo)
    expect(
      restrictsNothing({ visibleTo: partOf(), editableBy: partOf({ mode: 'everyone' }) }),
    ).toBe(true)
  })

  test('names each once, in an order of its own, ids in lower case', () => {
    expect(
      partOf({
        mode: 'roles',
        roles: ['viewer', 'manager', 'viewer'] as Role[],
        teamIds: ['B', 'a', 'b'],
      }),
    ).toEqual({ mode: 'roles', roles: ['manager', 'viewer'], accountIds: [], teamIds: ['a', 'b'] })
  })

  test('of the mode roles names somebody; of another nobody', () => {
    expect(partFault(partOf({ mode: 'roles' }))?.reason).toBe('policy_names_nobody')
    const unused = partFault(partOf({ mode: 'nobody', teamIds: ['t1'] }))
    expect(unused).toEqual({ reason: 'policy_lists_unused', values: { mode: 'nobody' } })
    expect(partFault(partOf({ mode: 'roles', teamIds: ['t1'] }))).toBeUndefined()
    expect(partFault(partOf({ mode: 'nobody' }))).toBeUndefined()
  })
})

test.each([
  [{ mode: 'everyone' }, 'visible to everyone'],
  [{ mode: 'nobody' }, 'visible only to owners and admins'],
  [
    { mode: 'roles', roles: ['viewer', 'manager'] },
    'visible only to owners, admins, managers and viewers',
  ],
  [
    { mode: 'roles', accountIds: ['a1', 'a2'], teamIds: ['t1'] },
    'visible only to owners and admins, and to 2 people and 1 team',
  ],
] as const)('says who sees a column: %o', (part, words) => {
  expect(whoMaySee({ ...unrestricted, visibleTo: partOf(part as never) })).toBe(words)
})
