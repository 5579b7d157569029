import { expect, test } from 'vitest'
import type { Role } from '../../../../shared/roles.ts'
import { refuseInvite, refuseSeatChange, type SeatChange } from './seats.rules.ts'

const asks = (
  actorRole: Role | undefined,
  seat: [Role, 'active' | 'invited' | 'suspended'],
  change: SeatChange | undefined,
  activeOwners = 1,
) => refuseSeatChange({ role: seat[0], status: seat[1] }, change, { actorRole, activeOwners })?.code

test('an owner changes anyone', () => {
  expect(asks('owner', ['admin', 'active'], { role: 'owner' })).toBeUndefined()
  expect(asks('owner', ['owner', 'active'], { role: 'viewer' }, 2)).toBeUndefined()
  expect(asks('owner', ['owner', 'active'], undefined, 2)).toBeUndefined()
})

test('an admin changes everyone but owners', () => {
  expect(asks('admin', ['admin', 'active'], { role: 'viewer' })).toBeUndefined()
  expect(asks('admin', ['member', 'active'], { role: 'owner' })).toBe('forbidden')
  expect(asks('admin', ['owner', 'active'], { name: 'X' }, 2)).toBe('forbidden')
  expect(asks('admin', ['owner', 'invited'], undefined, 2)).toBe('forbidden')
})

test('who is no admin any more changes nobody', () => {
  expect(asks('member', ['viewer', 'active'], { name: 'X' })).toBe('forbidden')
  expect(asks(undefined, ['viewer', 'active'], undefined)).toBe('forbidden')
})

test('the last active owner stays one', () => {
  expect(asks('owner', ['owner', 'active'], { role: 'admin' })).toBe('last_owner')
  expect(asks('owner', ['owner', 'active'], { status: 'suspended' })).toBe('last_owner')
  expect(asks('owner', ['owner', 'active'], undefined)).toBe('last_owner')
  expect(asks('owner', ['owner', 'active'], { role: 'owner', name: 'X' })).toBeUndefined()
  expect(asks('owner', ['owner', 'active'], { status: 'active' })).toBeUndefined()
  expect(asks('owner', ['owner', 'suspended'], { role: 'admin' })).toBeUndefined()
  expect(asks('owner', ['owner', 'invited'], undefined)).toBeUndefined()
})

test('an invited seat has no status to change yet, but may be changed otherwise', () => {
  expect(asks('admin', ['member', 'invited'], { status: 'active' })).toBe('invitation_pending')
  expect(asks('admin', ['member', 'invited'], { status: 'suspended' })).toBe('invitation_pending')
  expect(asks('admin', ['member', 'invited'], { role: 'viewer' })).toBeUndefined()
  expect(asks('admin', ['member', 'invited'], undefined)).toBeUndefined()
})

test('only an owner invites an owner', () => {
  const invites = (actorRole: Role | undefined, role: Role) =>
    refuseInvite(role, { actorRole, activeOwners: 1 })?.code
  expect(invites('owner', 'owner')).toBeUndefined()
  expect(invites('admin', 'owner')).toBe('forbidden')
  expect(invites('admin', 'admin')).toBeUndefined()
  expect(invites('manager', 'viewer')).toBe('forbidden')
  expect(invites(undefined, 'viewer')).toBe('forbidden')
})
