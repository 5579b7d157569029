import type { Moment } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { ENTRY, type EntryRow } from './ledger.sql.ts'

/** The entries of a row's deals, newest first: of each deal as many as could be among them. */
export function listOfRow(
  tx: Tx,
  rowId: string,
  before: Moment,
  limit: number,
): Promise<(EntryRow & { dealName: string; currency: string; atUs: number })[]> {
  return tx.run(
    `SELECT ${ENTRY}, n.name AS "dealName", n.currency,
       (extract(epoch FROM e.created_at) * 1000000)::bigint AS "atUs"
     FROM (
       SELECT d.name, d.currency, d.id AS deal_id, o.position
       FROM deals d CROSS JOIN LATERAL (
         SELECT position, created_at, id FROM deal_entries
         WHERE workspace_id = d.workspace_id AND deal_id = d.id
           AND (created_at, id) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
         ORDER BY created_at DESC, id DESC LIMIT $4) AS o
       WHERE d.workspace_id = current_workspace() AND d.deal_row_id = $1
       ORDER BY o.created_at DESC, o.id DESC LIMIT $4) AS n
     JOIN deal_entries e ON e.workspace_id = current_workspace() AND e.deal_id = n.deal_id
       AND e.position = n.position
     ORDER BY e.created_at DESC, e.id DESC`,
    [rowId, before.atUs, before.id, limit],
  )
}

export async function hasDeal(tx: Tx, rowId: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT FROM deals WHERE workspace_id = current_workspace() AND deal_row_id = $1 LIMIT 1`,
    [rowId],
  )
  return found.length > 0
}
