import type { Plan, Role } from '../../contract/auth.ts'
import type { KeyFamily, KeyScope } from '../../contract/operation.ts'

/** Someone signed in, in one workspace, as found at this request. */
export interface UserActor {
  kind: 'user'
  workspaceId: string
  accountId: string
  crmUserId: number
  role: Role
  teamIds: readonly string[]
  plan: Plan
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

/** How rows, history and events name who did it. */
export function actorRef(actor: Actor): string {
  if (actor.kind === 'user') return `user:${actor.crmUserId}`
  return actor.kind === 'key' ? `key:${actor.keyId}` : 'system'
}
