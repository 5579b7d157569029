import { describe, expect, test } from 'vitest'
import { roles } from '../../shared/roles.ts'
import {
  type Actor,
  actorRef,
  holdsRole,
  keyActor,
  personNamed,
  seatOf,
  seesEverything,
  systemActor,
  userActor,
} from './actor.ts'

const workspaceId = 'w'
const seat = (role: (typeof roles)[number]) => ({
  workspaceId,
  accountId: 'a',
  crmUserId: 3,
  role,
  teamIds: [],
  plan: 'pro' as const,
})
const key = keyActor({ workspaceId, keyId: 'k', definitionId: 'd', family: 'board', scopes: [] })
const actors: [string, Actor, string][] = [
  ['somebody signed in', userActor(seat('manager')), 'user:3'],
  ['a key', key, 'key:k'],
  ['the service itself', systemActor(workspaceId), 'system'],
]

test.each(actors)('%s has one name', (_, actor, name) => {
  expect(actorRef(actor)).toBe(name)
  expect(personNamed(name)).toBe(seatOf(actor)?.crmUserId)
})

test.each(['user:', 'user:x', 'user:3 ', 'USER:3', 'key:3'])('%s names no person', (name) => {
  expect(personNamed(name)).toBeUndefined()
})

describe('an operation that needs a role', () => {
  const held = (actor: Actor) => roles.filter((role) => holdsRole(actor, role))

  test('is allowed to a seat with it or with a higher one', () => {
    expect(held(userActor(seat('manager'))).sort()).toEqual(['manager', 'member', 'viewer'])
  })

  test('is never allowed to a key, and always to the service itself', () => {
    expect(held(key)).toEqual([])
    expect(held(systemActor(workspaceId))).toEqual([...roles])
  })

  test('only the service itself is above policies', () => {
    expect(actors.map(([, actor]) => seesEverything(actor))).toEqual([false, false, true])
  })
})
