import type { Tx } from '../../platform/database/db.ts'
import { NOW } from './obligations.sql.ts'

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

/** Locks the workspace's due work: waits for transactions that are announcing a time, and holds up new ones. */
export function lockBreaches(tx: Tx): void {
  tx.queue(
    'SELECT FROM due_work WHERE kind = $1 AND workspace_id = current_workspace() FOR UPDATE',
    [BREACHES],
  )
}

/**
 * Schedules the workspace's next sweep for when its next obligation will be late. That is at least 5 seconds away, so
 * that rows which were skipped because somebody was writing them are not tried again at once.
 */
export function settleBreaches(tx: Tx): void {
  tx.queue(
    `WITH next AS (
       SELECT min(sla_breach_at) AS at FROM obligations
       WHERE workspace_id = current_workspace() AND closed_at IS NULL AND escalated_at IS NULL),
     gone AS (
       DELETE FROM due_work w USING next
       WHERE w.kind = $1 AND w.workspace_id = current_workspace() AND next.at IS NULL)
     UPDATE due_work w SET due_at = greatest(next.at, clock_timestamp() + interval '5 seconds')
     FROM next WHERE w.kind = $1 AND w.workspace_id = current_workspace() AND next.at IS NOT NULL`,
    [BREACHES],
  )
}
