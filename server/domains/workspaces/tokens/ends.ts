import type { Tx } from '../../../platform/database/db.ts'
import { listSeatsOf } from '../sessions/sessions.sql.ts'
import { revokeTokensOfSeat } from './tokens.sql.ts'

/**
 * Revokes every access token of an account, in all workspaces, because somebody else may have had its password.
 *
 * @param tx is bound to the workspace of the last seat afterwards, unless it was bound before.
 */
export async function revokeTokensOfAccount(tx: Tx, accountId: string): Promise<void> {
  const before = tx.workspaceId
  for (const { workspaceId, crmUserId } of await listSeatsOf(tx, accountId)) {
    tx.bind(workspaceId)
    revokeTokensOfSeat(tx, crmUserId)
  }
  if (before !== undefined) tx.bind(before)
}
