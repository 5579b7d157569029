import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import type { Stamp } from '../../records/trash/money-rows.ts'
import { ENTRY, type EntryRow, SEEN_ENTRY } from '../ledger/ledger.sql.ts'

/** The entries of a row's deals, newest first. Reads up to `limit` entries of each deal. */
export function listOfRow(
  tx: Tx,
  rowId: string,
  splits: readonly number[] | null,
  before: Moment,
  limit: number,
): Promise<(EntryRow & { dealName: string; currency: string; atUs: number })[]> {
  return tx.run(
    `SELECT ${ENTRY}, n.name AS "dealName", n.currency,
       (extract(epoch FROM e.created_at) * 1000000)::bigint AS "atUs"
     FROM (
       SELECT d.name, d.currency, d.id AS deal_id, o.position
       FROM deals d CROSS JOIN LATERAL (
         SELECT e.position, e.created_at, e.id FROM deal_entries e
         WHERE e.workspace_id = current_workspace() AND e.deal_id = d.id
           AND (e.created_at, e.id)
             < ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::uuid)
           AND ${SEEN_ENTRY}
         ORDER BY e.created_at DESC, e.id DESC LIMIT $5) AS o
       WHERE d.workspace_id = current_workspace() AND d.deal_row_id = $2
       ORDER BY o.created_at DESC, o.id DESC LIMIT $5) AS n
     JOIN deal_entries e ON e.workspace_id = current_workspace() AND e.deal_id = n.deal_id
       AND e.position = n.position
     ORDER BY e.created_at DESC, e.id DESC`,
    [splits, rowId, before.atUs, before.id, limit],
  )
}

export async function hasDeal(
  tx: Tx,
  rowId: string,
  dealIds: readonly number[] | null,
): Promise<boolean> {
  const found = await tx.run(
    `SELECT FROM deals WHERE workspace_id = current_workspace() AND deal_row_id = $1
       AND ($2::integer[] IS NULL OR id = ANY($2)) LIMIT 1`,
    [rowId, dealIds],
  )
  return found.length > 0
}

/** The rows of a run, outside the trash, whose deals have an entry that is neither an expectation nor a reversal. */
export async function listRowsWithMoney(
  tx: Tx,
  definitionId: string,
  { runId, from, to }: Stamp,
): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    `SELECT r.id FROM rows r
     WHERE r.workspace_id = current_workspace() AND r.definition_id = $1 AND r.import_run_id = $2
       AND r.deleted_at IS NULL AND r.position BETWEEN $3 AND $4
       AND EXISTS (SELECT FROM deals d
         JOIN deal_entries e ON e.workspace_id = d.workspace_id AND e.deal_id = d.id
           AND e.kind NOT IN ('commission_expected', 'reversal')
         WHERE d.workspace_id = current_workspace() AND d.deal_row_id = r.id)`,
    [definitionId, runId, from, to],
  )
  return rows.map(({ id }) => id)
}
