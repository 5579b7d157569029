import type { Tx } from '../../../platform/database/tx.ts'
import { SPLIT, type SplitRow } from '../ledger/ledger.sql.ts'

export async function retireSplit(
  tx: Tx,
  id: number,
  reason: string,
  successorId: number | null,
): Promise<SplitRow> {
  const [retired] = await tx.run<SplitRow>(
    `UPDATE deal_splits s SET status = 'inactive', deactivated_at = (SELECT clock_timestamp()),
       deactivated_reason = $2, successor_id = $3, updated_at = (SELECT clock_timestamp())
     WHERE s.workspace_id = current_workspace() AND s.id = $1 RETURNING ${SPLIT}`,
    [id, reason, successorId],
  )
  return retired!
}
