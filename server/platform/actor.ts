// An actor is who makes a request. Only this file knows which kinds there are, what each may do and how it is named.
// All other code asks these functions, so that a new kind changes only this file and the code that creates it.

import type { KeyFamily, KeyScope } from '../../contract/language/operation.ts'
import type { Plan } from '../../shared/plans.ts'
import { atLeast, type Role } from '../../shared/roles.ts'
import type { Scope } from '../../shared/token-scopes.ts'

/** A person's seat in one workspace, which has their rights. */
export interface Seating {
  workspaceId: string
  accountId: string
  crmUserId: number
  role: Role
  teamIds: readonly string[]
  plan: Plan
}

/** A signed-in person in one workspace, as read for this request; or a token of theirs, which acts for their seat. */
export interface UserActor extends Seating {
  kind: 'user'
  /** Empty when the service acts for them outside a session, and for a token. */
  sessionId: string
  token?: TokenGrant
  /** The boards and pages that exist for a token; without it, all. Transactions of the actor see no others. */
  definitionIds?: readonly string[]
}

/** What a token lets a program do in the name of the person who made it. */
export interface TokenGrant {
  id: string
  /** The number of the secret that was sent: 0 for the token's first. */
  secretNumber: number
  scopes: readonly Scope[]
  /** The networks it may be used from; null if any. */
  addresses: readonly string[] | null
}

/** An ingest key. The transaction that it writes in checks whether it is still valid. */
export interface KeyActor {
  kind: 'key'
  workspaceId: string
  keyId: string
  definitionId: string
  family: KeyFamily
  scopes: readonly KeyScope[]
}

/** A key as a request presents it, by one of its secrets. */
export interface PresentedKey extends KeyActor {
  /** The secret's number: 0 for the key's first. */
  secretNumber: number
}

/** A form, an email address or a hook of one definition, through which rows arrive from senders who have no key. */
export interface IntakeActor {
  kind: 'intake'
  through: 'form' | 'address' | 'hook'
  workspaceId: string
  /** The id of the form, address or hook. */
  id: string
  definitionId: string
  family: KeyFamily
}

/** The service itself: demo data, operator commands. */
export interface SystemActor {
  kind: 'system'
  workspaceId: string
}

export type Actor = UserActor | KeyActor | IntakeActor | SystemActor

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

/** A person's token. */
export const tokenActor = (
  seat: Seating,
  token: TokenGrant,
  definitionIds: readonly string[] | null,
): UserActor => ({ ...userActor(seat), token, ...(definitionIds && { definitionIds }) })

export const keyActor = (key: Omit<KeyActor, 'kind'>): KeyActor => ({ kind: 'key', ...key })

export const presentedKey = (key: Omit<PresentedKey, 'kind'>): PresentedKey => ({
  kind: 'key',
  ...key,
})

export const intakeActor = (actor: Omit<IntakeActor, 'kind'>): IntakeActor => ({
  kind: 'intake',
  ...actor,
})

export const systemActor = (workspaceId: string): SystemActor => ({ kind: 'system', workspaceId })

/** The seat whose rights an actor has. A key or a form has none: it sees what everybody sees. Nor has the service itself. */
export const seatOf = (actor: Actor): Seating | undefined =>
  actor.kind === 'user' ? actor : undefined

/** Whether the actor may do what needs a scope. An actor without a token does not need one. */
export const hasScope = (actor: Actor, scope: Scope): boolean =>
  actor.kind !== 'user' || !actor.token || actor.token.scopes.includes(scope)

/** What names the session of an actor, or the token and which of its secrets. */
export const credentialOf = ({ token, sessionId }: UserActor): string =>
  token ? `${token.id} ${token.secretNumber}` : sessionId

/** Whether only some boards and pages exist for the actor. */
export const isLimited = (actor: Actor): boolean =>
  actor.kind === 'user' && actor.definitionIds !== undefined

/** The token that the actor is; null if it is none. */
export const tokenIdOf = (actor: Actor): string | null =>
  actor.kind === 'user' ? (actor.token?.id ?? null) : null

/** The names whose deeds are the actor's own: for a token, also its person's. */
export const ownNames = (actor: Actor): string[] =>
  actor.kind === 'user' && actor.token
    ? [actorRef(actor), userRef(actor.crmUserId)]
    : [actorRef(actor)]

export const isOwn = (actor: Actor, ref: string): boolean => ownNames(actor).includes(ref)

/** Whether the actor only sends: it uses each file that it uploads once, and never reads one. A key or a form does. */
export const onlySends = (actor: Actor): boolean => actor.kind === 'key' || actor.kind === 'intake'

/**
 * Whether the actor reads nothing, so that no answer may tell it what exists: a key that only writes, a form, an address
 * or a hook.
 */
export const readsNothing = (actor: Actor): boolean =>
  actor.kind === 'intake' || (actor.kind === 'key' && !actor.scopes.includes('read'))

/** Whether only the service names the actor's files in its cells, so that any of its own that no cell holds will do. */
export const filesAreVouched = (actor: Actor): boolean => actor.kind === 'intake'

/** Whether no policy applies to the actor, because it is the service itself. */
export const seesEverything = (actor: Actor): boolean => actor.kind === 'system'

/** Whether the actor has a seat with this role or a higher one. The service itself has every role, a key has none. */
export function holdsRole(actor: Actor, least: Role): boolean {
  const seat = seatOf(actor)
  return seat ? atLeast(seat.role, least) : seesEverything(actor)
}

/** Whether the actor can add rows to a definition. A key or a form can only add to its own. */
export const mayAddRows = (actor: Actor, definitionId: string): boolean =>
  actor.kind === 'key' || actor.kind === 'intake'
    ? actor.definitionId === definitionId
    : holdsRole(actor, 'member')

/**
 * Whether rows that the actor makes can take the own id of a row in the trash. What a sender makes cannot: the sender may be
 * repeating itself, and somebody has deleted that row.
 */
export const mayReuseOwnIds = (actor: Actor): boolean => !onlySends(actor)

/** How rows, history and events name an actor. */
export function actorRef(actor: Actor): string {
  if (actor.kind === 'user') {
    return actor.token ? tokenRef(actor.token.id) : userRef(actor.crmUserId)
  }
  if (actor.kind === 'intake') return `${actor.through}:${actor.id}`
  return actor.kind === 'key' ? keyRef(actor.keyId) : SYSTEM
}

export const userRef = (crmUserId: number): string => `user:${crmUserId}`
export const keyRef = (keyId: string): string => `key:${keyId}`
export const tokenRef = (tokenId: string): string => `token:${tokenId}`
/** The service itself. */
export const SYSTEM = 'system'

/** The seat's number in a name such as `user:3`; undefined for the name of a key or of the service. */
export function personNamed(ref: string): number | undefined {
  const named = /^user:(\d+)$/.exec(ref)
  return named ? Number(named[1]) : undefined
}
