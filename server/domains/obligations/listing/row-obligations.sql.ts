import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'

export interface RowObligationRecord {
  id: string
  at: Date
  at_us: number
  actor: string
  action: string
  reason: string | null
  obligation_id: number
  title: string
  status: string
}

/** The acts on the obligations of a row, newest first. Reads up to `limit` entries of each obligation. */
export function listOfRow(
  tx: Tx,
  rowId: string,
  before: Moment,
  limit: number,
): Promise<RowObligationRecord[]> {
  return tx.run(
    `SELECT h.id, h.at, (extract(epoch FROM h.at) * 1000000)::bigint AS at_us, h.actor, h.action, h.reason,
       o.id AS obligation_id, o.title, o.status
     FROM obligations o CROSS JOIN LATERAL (
       SELECT id, at, actor, action, reason FROM obligation_history
       WHERE workspace_id = o.workspace_id AND obligation_id = o.id
         AND (at, id) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
       ORDER BY at DESC, id DESC LIMIT $4) AS h
     WHERE o.workspace_id = current_workspace() AND o.deal_row_id = $1
     ORDER BY h.at DESC, h.id DESC LIMIT $4`,
    [rowId, before.atUs, before.id, limit],
  )
}
