import type { Static } from 'typebox'
import type { Seat as SeatSchema } from '../../../../contract/workspaces/auth.ts'
import { atLeast, type Role } from '../../../../shared/roles.ts'
import { Refusal } from '../../../platform/refusal.ts'

export type Seat = Static<typeof SeatSchema>

export interface SeatChange {
  name?: string
  role?: Role
  status?: 'active' | 'suspended'
  teamIds?: string[]
}

/**
 * What a person is called whose name nobody has typed. Not the name of an existing account: an invitation must not reveal
 * whose email it is.
 */
export const nameFrom = (email: string): string => email.split('@')[0]!

/** The state of the workspace while its seats are locked. */
export interface Standing {
  /** The actor's role now; undefined if their seat is gone or suspended. */
  actorRole: Role | undefined
  activeOwners: number
}

/** The refusal, if the actor cannot give a seat that role. */
export function refuseInvite(role: Role, { actorRole }: Standing): Refusal | undefined {
  if (!actorRole || !atLeast(actorRole, 'admin')) return notAdmin()
  return role === 'owner' && actorRole !== 'owner' ? ownersOnly() : undefined
}

/** The refusal, if the actor cannot make this change to a seat; or, without a change, cannot remove it. */
export function refuseSeatChange(
  seat: Pick<Seat, 'role' | 'status'>,
  change: SeatChange | undefined,
  { actorRole, activeOwners }: Standing,
): Refusal | undefined {
  if (!actorRole || !atLeast(actorRole, 'admin')) return notAdmin()
  if (actorRole !== 'owner' && (seat.role === 'owner' || change?.role === 'owner')) {
    return ownersOnly()
  }
  if (change?.status && seat.status === 'invited') {
    return new Refusal('invitation_pending', 'not_accepted')
  }
  const isOwner = seat.role === 'owner' && seat.status === 'active'
  const stays = change && (change.role ?? 'owner') === 'owner' && change.status !== 'suspended'
  if (isOwner && !stays && activeOwners <= 1) {
    return new Refusal('last_owner', 'owner')
  }
  return undefined
}

const notAdmin = (): Refusal => new Refusal('forbidden', 'admin_no_more')

const ownersOnly = (): Refusal => new Refusal('forbidden', 'owners_only')
