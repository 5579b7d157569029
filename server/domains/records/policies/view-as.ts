import { type Why, why } from '../../../../contract/refusals/reasons.ts'
import { atLeast, type Role } from '../../../../shared/roles.ts'
import {
  type Actor,
  type KeyActor,
  keyActor,
  type Seating,
  seatOf,
  userActor,
} from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { issueAt, Refusal, refusalWith } from '../../../platform/refusal.ts'
import { findSeatOfAccount } from '../../workspaces/seats/seats.ts'
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
  const seat = seatOf(actor)
  if (!seat || !atLeast(seat.role, 'admin')) {
    throw new Refusal('forbidden', 'see_as')
  }
  return viewOf(definition, await otherActor(tx, seat, definition, as))
}

async function otherActor(
  tx: Tx,
  asking: Seating,
  definition: Definition,
  as: string,
): Promise<Actor> {
  const [kind, name] = as.split(':') as [string, string]
  if (kind === 'key') return keyNamed(tx, definition, name.toLowerCase())
  const nobody = { ...asking, accountId: '', crmUserId: 0, teamIds: [] }
  if (kind === 'role') return userActor({ ...nobody, role: name as Role })
  const seat = await findSeatOfAccount(tx, name)
  if (!seat) throw unknownOther(why('no_such_person', {}))
  const { accountId, crmUserId, role, teamIds } = seat
  return userActor({ ...nobody, accountId, crmUserId, role, teamIds })
}

async function keyNamed(tx: Tx, definition: Definition, keyId: string): Promise<KeyActor> {
  const scopes = await findKeyScopes(tx, definition.id, keyId)
  if (!scopes) throw unknownOther(why('no_such_key', {}))
  return keyActor({
    workspaceId: definition.workspaceId,
    keyId,
    definitionId: definition.id,
    family: definition.kind,
    scopes,
  })
}

const unknownOther = (refused: Why): Refusal =>
  refusalWith('unknown_reference', [issueAt('query.as', refused)])
