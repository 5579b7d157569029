import type { Tx } from '../../platform/database/db.ts'
import { STAKE, type StakeRow } from './ledger.sql.ts'

export async function retireStake(
  tx: Tx,
  id: number,
  reason: string,
  successorId: number | null,
): Promise<StakeRow> {
  const [retired] = await tx.run<StakeRow>(
    `UPDATE deal_splits s SET status = 'inactive', deactivated_at = clock_timestamp(),
       deactivated_reason = $2, successor_id = $3, updated_at = clock_timestamp()
     WHERE s.workspace_id = current_workspace() AND s.id = $1 RETURNING ${STAKE}`,
    [id, reason, successorId],
  )
  return retired!
}
