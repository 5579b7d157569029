import type { Tx } from '../../platform/database/db.ts'
import { NOW } from './obligations.sql.ts'

/** The kind of due work: when the next obligation of a workspace will be late. */
export const BREACHES = 'breaches'

/** Marks late ones as escalated, the oldest first. One that somebody is writing waits for the next look. */
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

/** Waits for transactions that are announcing a time, and makes others wait. */
export function lockBreaches(tx: Tx): void {
  tx.queue(
    'SELECT FROM due_work WHERE kind = $1 AND workspace_id = current_workspace() FOR UPDATE',
    [BREACHES],
  )
}

/** Sets the workspace's next look: when the next one will be late, but some seconds away, for rows being written. */
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
