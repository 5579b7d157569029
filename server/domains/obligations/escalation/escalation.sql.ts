import type { Tx } from '../../../platform/database/tx.ts'

/** The person whom the workspace names, if that seat is active; else the first manager; else the first owner. */
export async function findEscalationTarget(tx: Tx): Promise<number | undefined> {
  const [target] = await tx.run<{ crmUserId: number }>(
    `SELECT s.crm_user_id AS "crmUserId" FROM seats s JOIN workspaces w ON w.id = s.workspace_id
     WHERE s.workspace_id = current_workspace() AND s.status = 'active'
       AND (s.crm_user_id = w.escalation_user_id OR s.role IN ('manager', 'owner'))
     ORDER BY coalesce(s.crm_user_id = w.escalation_user_id, false) DESC, s.role = 'manager' DESC, s.crm_user_id
     LIMIT 1`,
  )
  return target?.crmUserId
}
