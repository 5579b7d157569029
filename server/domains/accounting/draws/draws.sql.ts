import type { DrawStatus } from '../../../../contract/accounting/accounting.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Moment } from '../../../platform/http/cursor.ts'
import type { DrawRow } from '../ledger/ledger.sql.ts'

const DRAW = `id, deal_id AS "dealId", deal_split_id AS "dealSplitId", amount_minor AS "amountMinor",
  status, notes, requested_at AS "requestedAt", paid_at AS "paidAt", voided_at AS "voidedAt"`

/** In the order of their requests, by the database's clock. `after` is the last draw of the page before. */
export function listDraws(
  tx: Tx,
  splitId: number,
  after: Moment | null,
  limit: number,
): Promise<DrawRow[]> {
  return tx.run(
    `SELECT ${DRAW} FROM draws
     WHERE workspace_id = current_workspace() AND deal_split_id = $1
       AND ($2::bigint IS NULL OR
         (requested_at, id) > ('epoch'::timestamptz + $2 * interval '1 microsecond', $3::uuid))
     ORDER BY requested_at, id LIMIT $4`,
    [splitId, after?.atUs ?? null, after?.id ?? null, limit],
  )
}

/** A draw changes only under the lock of its deal. */
export async function findDraw(tx: Tx, id: string): Promise<DrawRow | undefined> {
  const [draw] = await tx.run<DrawRow>(
    `SELECT ${DRAW} FROM draws WHERE workspace_id = current_workspace() AND id = $1`,
    [id],
  )
  return draw
}

export function insertDraw(tx: Tx, draw: DrawRow): void {
  tx.queue(
    `INSERT INTO draws (workspace_id, id, deal_id, deal_split_id, amount_minor, notes, requested_at)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6)`,
    [draw.id, draw.dealId, draw.dealSplitId, draw.amountMinor, draw.notes, draw.requestedAt],
  )
}

/** `at` is when it was paid or voided; null if it is only requested. */
export function setDrawStatus(tx: Tx, id: string, status: DrawStatus, at: Date | null): void {
  tx.queue(
    `UPDATE draws SET status = $2, paid_at = CASE WHEN $2 = 'paid' THEN $3::timestamptz END,
       voided_at = CASE WHEN $2 = 'voided' THEN $3::timestamptz END
     WHERE workspace_id = current_workspace() AND id = $1`,
    [id, status, at],
  )
}

export async function hasSplit(tx: Tx, splitId: number): Promise<boolean> {
  const [found] = await tx.run(
    'SELECT id FROM deal_splits WHERE workspace_id = current_workspace() AND id = $1',
    [splitId],
  )
  return found !== undefined
}
