import type { Tx } from '../../../platform/database/tx.ts'
import { SPLIT, type SplitRow } from '../ledger/ledger.sql.ts'

/** Starts a hold. It never starts before the last one ended, even if the clock was set back. */
export async function holdSplit(tx: Tx, id: number, reason: string): Promise<SplitRow> {
  const [held] = await tx.run<SplitRow>(
    `UPDATE deal_splits s SET held_at = greatest((SELECT clock_timestamp()), s.released_at),
       released_at = NULL, held_reason = $2, released_reason = NULL, updated_at = (SELECT clock_timestamp())
     WHERE s.workspace_id = current_workspace() AND s.id = $1 RETURNING ${SPLIT}`,
    [id, reason],
  )
  return held!
}

/** Ends a hold. It never ends before it started, even if the clock was set back. */
export async function releaseSplit(tx: Tx, id: number, reason: string): Promise<SplitRow> {
  const [released] = await tx.run<SplitRow>(
    `UPDATE deal_splits s SET released_at = greatest((SELECT clock_timestamp()), s.held_at),
       held_reason = NULL, released_reason = $2, updated_at = (SELECT clock_timestamp())
     WHERE s.workspace_id = current_workspace() AND s.id = $1 RETURNING ${SPLIT}`,
    [id, reason],
  )
  return released!
}
