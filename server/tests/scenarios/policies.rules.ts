import type { Role } from '../../../shared/roles.ts'
import { type Chance, chanceOf } from './chance.ts'

// The rules of policies once more, in their plainest form, to compare the resolver with.

export interface Part {
  mode: 'everyone' | 'roles' | 'nobody'
  roles?: Role[]
  accountIds?: string[]
  teamIds?: string[]
}
export interface Policy {
  visibleTo?: Part
  editableBy?: Part
}
/** Someone who asks: a seat, or a key, which has neither role nor account nor teams. */
export interface Who {
  role?: Role
  accountId?: string
  teamIds: string[]
}

export function modelSees({ visibleTo }: Policy, who: Who): boolean {
  if (who.role === 'owner' || who.role === 'admin') return true
  return passes(visibleTo, who)
}

export function modelWrites(policy: Policy, who: Who): boolean {
  if (!modelSees(policy, who)) return false
  const { editableBy } = policy
  const admin = who.role === 'owner' || who.role === 'admin'
  if (admin && editableBy?.mode === 'roles') return true
  return passes(editableBy, who)
}

function passes(part: Part | undefined, who: Who): boolean {
  if (part === undefined || part.mode === 'everyone') return true
  if (part.mode === 'nobody' || who.role === undefined) return false
  if (part.roles?.some((role) => role === who.role)) return true
  if (part.accountIds?.some((id) => id === who.accountId)) return true
  return part.teamIds?.some((id) => who.teamIds.includes(id)) ?? false
}

const allRoles: Role[] = ['owner', 'admin', 'manager', 'member', 'viewer']

/** A random policy that a PUT accepts, with these names. */
export function randomPolicy(
  seed: number | Chance,
  names: { accountIds: readonly string[]; teamIds: readonly string[] },
): Policy {
  const chance = typeof seed === 'number' ? chanceOf(seed) : seed
  const some = <T>(things: readonly T[]) => things.filter(() => chance.happens(0.3))
  const part = (): Part => {
    const mode = (['everyone', 'roles', 'roles', 'nobody'] as const)[chance.between(0, 3)]!
    if (mode !== 'roles') return { mode }
    const lists = {
      roles: some(allRoles),
      accountIds: some(names.accountIds),
      teamIds: some(names.teamIds),
    }
    const named = Object.values(lists).some((list) => list.length > 0)
    return named ? { mode, ...lists } : { mode, roles: [allRoles[chance.between(0, 4)]!] }
  }
  return {
    ...(chance.happens(0.8) ? { visibleTo: part() } : {}),
    ...(chance.happens(0.6) ? { editableBy: part() } : {}),
  }
}
