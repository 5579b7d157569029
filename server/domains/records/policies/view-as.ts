import type { Role } from '../../../../contract/auth.ts'
import { atLeast } from '../../../../shared/roles.ts'
import type { Actor, KeyActor, UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findSeatOfAccount } from '../../workspaces/seats.ts'
import { type Definition, type DefinitionView, viewOf } from '../definitions/definition.rules.ts'
import { findKeyScopes } from './keys.ts'

export { type HiddenColumn, hiddenColumns } from './view-as.rules.ts'

/**
 * The definition as the actor sees it, or with `as` (`role:…`, `account:…`, `key:…`) as somebody else would.
 *
 * @throws Refusal forbidden (`as` is for admins), unknown_reference.
 */
export async function viewFor(
  tx: Tx,
  actor: Actor,
  definition: Definition,
  as?: string,
): Promise<DefinitionView> {
  if (as === undefined) return viewOf(definition, actor)
  if (actor.kind !== 'user' || !atLeast(actor.role, 'admin')) {
    throw new Refusal('forbidden', 'Only admins and owners can see as somebody else; leave out as.')
  }
  return viewOf(definition, await otherActor(tx, actor, definition, as))
}

async function otherActor(
  tx: Tx,
  actor: UserActor,
  definition: Definition,
  as: string,
): Promise<Actor> {
  const [kind, name] = as.split(':') as [string, string]
  if (kind === 'key') return keyActor(tx, definition, name.toLowerCase())
  const nobody = { ...actor, accountId: '', crmUserId: 0, sessionId: '', teamIds: [] }
  if (kind === 'role') return { ...nobody, role: name as Role }
  const seat = await findSeatOfAccount(tx, name)
  if (!seat) throw unknownOther('names no person of this workspace')
  const { accountId, crmUserId, role, teamIds } = seat
  return { ...nobody, accountId, crmUserId, role, teamIds }
}

async function keyActor(tx: Tx, definition: Definition, keyId: string): Promise<KeyActor> {
  const scopes = await findKeyScopes(tx, definition.id, keyId)
  if (!scopes) throw unknownOther('names no key that works here')
  return {
    kind: 'key',
    workspaceId: definition.workspaceId,
    keyId,
    definitionId: definition.id,
    family: definition.kind,
    scopes,
  }
}

const unknownOther = (message: string): Refusal =>
  new Refusal('unknown_reference', `query.as ${message}.`, {
    issues: [{ path: 'query.as', message }],
  })
