import { describe, expect, test } from 'vitest'
import { roles } from '../../contract/auth.ts'
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

test.each(actors)('%s is named in one way', (_, actor, name) => {
  expect(actorRef(actor)).toBe(name)
  expect(personNamed(name)).toBe(seatOf(actor)?.crmUserId)
})

test.each(['user:', 'user:x', 'user:3 ', 'USER:3', 'key:3'])('%s names no person', (name) => {
  expect(personNamed(name)).toBeUndefined()
})

describe('what takes a role', () => {
  const held = (actor: Actor) => roles.filter((role) => holdsRole(actor, role))

  test('may be done by a seat with it or with one above', () => {
    expect(held(userActor(seat('manager'))).sort()).toEqual(['manager', 'member', 'viewer'])
  })

  test('may not be done by a key, and always by the service itself', () => {
    expect(held(key)).toEqual([])
    expect(held(systemActor(workspaceId))).toEqual([...roles])
  })

  test('only the service itself is bound by no policy', () => {
    expect(actors.map(([, actor]) => seesEverything(actor))).toEqual([false, false, true])
  })
})
