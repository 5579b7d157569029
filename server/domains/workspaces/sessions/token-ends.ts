import type { Tx } from '../../../platform/database/tx.ts'
import { revokeTokensOfSeat } from '../tokens/tokens.sql.ts'
import { inEverySeat } from './account-events.ts'

/** Revokes every access token of an account, in all workspaces, because somebody else may have had its password. */
export const revokeTokensOfAccount = (tx: Tx, accountId: string): Promise<void> =>
  inEverySeat(tx, accountId, ({ crmUserId }) => revokeTokensOfSeat(tx, crmUserId))
