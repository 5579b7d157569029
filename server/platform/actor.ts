// Who asks. What kinds of actors there are, what each may do and how it is named is decided here: all else asks by these
// functions, so that a new kind changes this file and whoever makes such actors.
import type { Plan, Role } from '../../contract/auth.ts'
import type { KeyFamily, KeyScope } from '../../contract/operation.ts'
import { atLeast } from '../../shared/roles.ts'

/** A person's seat in one workspace, by which rights go. */
export interface Seating {
  workspaceId: string
  accountId: string
  crmUserId: number
  role: Role
  teamIds: readonly string[]
  plan: Plan
}

/** Someone signed in, in one workspace, as found at this request. */
export interface UserActor extends Seating {
  kind: 'user'
  /** Empty where something is done in their name without a session. */
  sessionId: string
}

/** An ingest key. Whether it is still good is settled by the transaction that it writes in. */
export interface KeyActor {
  kind: 'key'
  workspaceId: string
  keyId: string
  definitionId: string
  family: KeyFamily
  scopes: readonly KeyScope[]
}

/** The service itself: demo data, operator commands. */
export interface SystemActor {
  kind: 'system'
  workspaceId: string
}

export type Actor = UserActor | KeyActor | SystemActor

export const userActor = (seat: Seating, sessionId = ''): UserActor => ({
  kind: 'user',
  workspaceId: seat.workspaceId,
  accountId: seat.accountId,
  crmUserId: seat.crmUserId,
  role: seat.role,
  teamIds: seat.teamIds,
  plan: seat.plan,
  sessionId,
})

export const keyActor = (key: Omit<KeyActor, 'kind'>): KeyActor => ({ kind: 'key', ...key })

export const systemActor = (workspaceId: string): SystemActor => ({ kind: 'system', workspaceId })

/** The seat whose rights an actor has: none of a key, which sees what everyone sees, and none of the service itself. */
export const seatOf = (actor: Actor): Seating | undefined =>
  actor.kind === 'user' ? actor : undefined

/** Whether no policy is about the actor: it is the service itself. */
export const seesEverything = (actor: Actor): boolean => actor.kind === 'system'

/** Whether the actor may do what takes a role: by a seat with it or one above, or as the service itself. */
export function holdsRole(actor: Actor, least: Role): boolean {
  const seat = seatOf(actor)
  return seat ? atLeast(seat.role, least) : seesEverything(actor)
}

/** How rows, history and events name who did it. */
export function actorRef(actor: Actor): string {
  if (actor.kind === 'user') return userRef(actor.crmUserId)
  return actor.kind === 'key' ? keyRef(actor.keyId) : SYSTEM
}

export const userRef = (crmUserId: number): string => `user:${crmUserId}`
export const keyRef = (keyId: string): string => `key:${keyId}`
/** The service itself. */
export const SYSTEM = 'system'

/** The number of the person that is named so; of nobody else. */
export function personNamed(ref: string): number | undefined {
  const named = /^user:(\d+)$/.exec(ref)
  return named ? Number(named[1]) : undefined
}
