import type { Tx } from '../../../platform/database/tx.ts'
import { SET_NEXT_WORK } from '../../../platform/jobs/due-work.sql.ts'
import { NOW } from '../obligation/obligations.sql.ts'

/** The kind of due work that says when a workspace's next obligation will be late. */
export const BREACHES = 'breaches'

/** Marks late obligations as escalated, oldest first. It skips locked rows; the next sweep takes them. */
export function escalateBlock(
  tx: Tx,
  toUserId: number | null,
  limit: number,
): Promise<{ id: number; dealRowId: string | null }[]> {
  return tx.run(
    `UPDATE obligations SET escalated_to_user_id = $1, escalated_at = ${NOW}, updated_at = ${NOW}
     WHERE workspace_id = current_workspace() AND id = ANY (ARRAY(
       SELECT id FROM obligations WHERE workspace_id = current_workspace()
         AND closed_at IS NULL AND escalated_at IS NULL AND sla_breach_at < ${NOW}
       ORDER BY sla_breach_at, id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
     RETURNING id, deal_row_id AS "dealRowId"`,
    [toUserId, limit],
  )
}

/** Rows that a sweep skips because somebody is writing them are not tried again at once. */
const LEAST_MS = 5_000

/** Schedules the workspace's next sweep for when its next obligation will be late. */
export function settleBreaches(tx: Tx): void {
  tx.queue(
    `WITH next AS (
       SELECT min(sla_breach_at) AS at FROM obligations
       WHERE workspace_id = current_workspace() AND closed_at IS NULL AND escalated_at IS NULL)${SET_NEXT_WORK}`,
    [BREACHES, LEAST_MS],
  )
}
