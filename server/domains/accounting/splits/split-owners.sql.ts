import type { Tx } from '../../../platform/database/tx.ts'
import type { SplitOwner } from '../../policies/money.rules.ts'

const OWNER = `SELECT id, deal_id AS "dealId", party_kind AS "partyKind", account_id AS "accountId",
    crm_user_id AS "crmUserId"
  FROM deal_splits WHERE workspace_id = current_workspace()`

/** The splits of one person, as an account and as a seat. */
export function listSplitsOfSeat(
  tx: Tx,
  { accountId, crmUserId }: { accountId: string; crmUserId: number },
): Promise<SplitOwner[]> {
  return tx.run(
    `${OWNER} AND ((party_kind = 'account' AND account_id = $1)
       OR (party_kind = 'crm_user' AND account_id IS NULL AND crm_user_id = $2))`,
    [accountId, crmUserId],
  )
}

/** The splits in these deals that are for people. */
export function listSplitsOfDeals(tx: Tx, dealIds: readonly number[]): Promise<SplitOwner[]> {
  return tx.run(
    `${OWNER} AND deal_id = ANY ($1::integer[]) AND party_kind IN ('account', 'crm_user')`,
    [dealIds],
  )
}
