import type { MoneyVisibleTo } from '../../../contract/workspace.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { StakeOwner } from './money.rules.ts'

/** Who sees money, and stakes by whose they are. */
export interface MoneyPolicy {
  visibleTo: MoneyVisibleTo
  stakes: StakeOwner[]
}

const POLICY = `SELECT coalesce(w.money_visible_to, 'everyone') AS "visibleTo",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'dealId', s.deal_id,
    'partyKind', s.party_kind, 'accountId', s.account_id, 'crmUserId', s.crm_user_id))`

/** With the stakes of one person: as that login, and as that person. */
export async function policyForSeat(
  tx: Tx,
  { accountId, crmUserId }: { accountId: string; crmUserId: number },
): Promise<MoneyPolicy> {
  const [found] = await tx.run<MoneyPolicy>(
    `${POLICY} FROM deal_splits s WHERE s.workspace_id = w.id AND (
         (s.party_kind = 'account' AND s.account_id = $1)
         OR (s.party_kind = 'crm_user' AND s.account_id IS NULL AND s.crm_user_id = $2))), '[]') AS stakes
     FROM workspaces w WHERE w.id = current_workspace()`,
    [accountId, crmUserId],
  )
  return found!
}

/** With the stakes that people have in these deals. */
export async function policyForDeals(tx: Tx, dealIds: readonly number[]): Promise<MoneyPolicy> {
  const [found] = await tx.run<MoneyPolicy>(
    `${POLICY} FROM deal_splits s WHERE s.workspace_id = w.id AND s.deal_id = ANY($1::integer[])
         AND s.party_kind IN ('account', 'crm_user')), '[]') AS stakes
     FROM workspaces w WHERE w.id = current_workspace()`,
    [dealIds],
  )
  return found!
}
