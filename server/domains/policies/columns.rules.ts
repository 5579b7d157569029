import type { Role } from '../../../contract/auth.ts'
import { type Actor, atLeast } from '../../platform/actor.ts'

/** Who may see or write a column. */
export interface PolicyPart {
  mode: 'everyone' | 'roles' | 'nobody'
  roles: readonly Role[]
  accountIds: readonly string[]
  teamIds: readonly string[]
}

export interface ColumnPolicy {
  visibleTo: PolicyPart
  editableBy: PolicyPart
}

const everyone: PolicyPart = { mode: 'everyone', roles: [], accountIds: [], teamIds: [] }

/** The policy of a column that nobody restricted. */
export const unrestricted: ColumnPolicy = { visibleTo: everyone, editableBy: everyone }

/** Owners and admins see everything; a key holds no role, so it sees what everyone sees. */
export function maySee({ visibleTo }: ColumnPolicy, actor: Actor): boolean {
  if (actor.kind === 'system' || visibleTo.mode === 'everyone') return true
  if (actor.kind === 'key') return false
  return atLeast(actor.role, 'admin') || (visibleTo.mode === 'roles' && listed(visibleTo, actor))
}

/** Writing implies seeing; `nobody` binds owners and admins too. */
export function mayWrite(policy: ColumnPolicy, actor: Actor): boolean {
  const { editableBy } = policy
  if (!maySee(policy, actor) || editableBy.mode === 'nobody') return false
  if (actor.kind === 'system' || editableBy.mode === 'everyone') return true
  if (actor.kind === 'key') return false
  return atLeast(actor.role, 'admin') || listed(editableBy, actor)
}

const listed = (part: PolicyPart, actor: Actor & { kind: 'user' }): boolean =>
  part.roles.includes(actor.role) ||
  part.accountIds.includes(actor.accountId) ||
  part.teamIds.some((id) => actor.teamIds.includes(id))
