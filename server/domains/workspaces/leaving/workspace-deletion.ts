import type { AnswerOf } from '../../../../contract/language/operation.ts'
import { why } from '../../../../contract/refusals/reasons.ts'
import type { workspaceOperations } from '../../../../contract/workspaces/workspace.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Sent, UserCall } from '../../../platform/http/call.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { lockSeats } from '../seats/seats.sql.ts'
import { requirePassword } from '../sessions/confirmations.ts'
import { findWorkspace } from '../workspace/workspaces.sql.ts'
import type { Workspaces } from '../workspace/workspaces.ts'
import * as sql from './leaving.sql.ts'

type Delete = typeof workspaceOperations.deleteWorkspace

/**
 * Closes the workspace at once, and lets the worker delete everything in it.
 *
 * @throws Refusal forbidden (not an owner), invalid_request (another name), wrong_password, rate_limited.
 */
export async function deleteWorkspace(
  deps: Workspaces,
  {
    actor,
    body,
    address,
    transaction,
  }: Pick<UserCall<Delete>, 'actor' | 'body' | 'address' | 'transaction'>,
): Promise<AnswerOf<Delete> | Sent> {
  if (actor.role !== 'owner') throw new Refusal('forbidden', 'owners_delete')
  await requirePassword(deps, { actor, address, password: body.password })
  return transaction(async (tx) => {
    lockSeats(tx)
    const { name } = await findWorkspace(tx)
    if (body.name.trim() !== name.trim()) throw invalid('body.name', why('not_the_name', { name }))
    sql.markDeleted(tx)
    sql.endSessionsHere(tx)
    return { data: { deleted: true } }
  })
}

/** The same for an operator. */
export const closeWorkspace = (db: Database, workspaceId: string): Promise<void> =>
  db.withWorkspace({ workspaceId }, async (tx) => {
    sql.markDeleted(tx)
    sql.endSessionsHere(tx)
  })
