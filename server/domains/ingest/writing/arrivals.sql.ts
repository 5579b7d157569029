import type { Tx } from '../../../platform/database/tx.ts'
import type { SentCells } from '../../records/rows/rows.rules.ts'
import type { Outcome } from '../receipts/receipts.sql.ts'

export async function namesOfFiles(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const files = await tx.run<{ id: string; name: string }>(
    `SELECT id, name FROM files WHERE workspace_id = current_workspace() AND id = ANY ($1::uuid[])`,
    [ids],
  )
  return new Map(files.map(({ id, name }) => [id, name]))
}

export interface NewBlocked {
  receiptId: string
  definitionId: string
  sent: SentCells
  shown: Record<string, string>
  fileIds: readonly string[]
}

/** Keeps what was blocked, and its files. */
export function insertBlocked(tx: Tx, blocked: NewBlocked): void {
  tx.queue(
    `WITH arrival AS (
       INSERT INTO blocked_arrivals (workspace_id, receipt_id, definition_id, sent, shown)
       VALUES (current_workspace(), $1, $2, $3, $4) RETURNING receipt_id)
     INSERT INTO blocked_files (workspace_id, receipt_id, file_id)
     SELECT current_workspace(), receipt_id, f FROM arrival, unnest($5::uuid[]) AS f RETURNING 1`,
    [
      blocked.receiptId,
      blocked.definitionId,
      JSON.stringify(blocked.sent),
      JSON.stringify(blocked.shown),
      blocked.fileIds,
    ],
  )
}

export interface BlockedReceipt {
  outcome: Outcome
  form_id: string | null
  address_id: string | null
  /** Null if nothing was blocked, or if it has been removed. */
  sent: SentCells | null
  row_id: string | null
}

/** A receipt with what was blocked, if anything, which is locked. */
export async function findBlocked(
  tx: Tx,
  definitionId: string,
  receiptId: string,
): Promise<BlockedReceipt | undefined> {
  const [receipt] = await tx.run<BlockedReceipt>(
    `SELECT r.outcome, r.form_id, r.address_id, b.sent, b.row_id FROM receipts r
     LEFT JOIN blocked_arrivals b ON b.workspace_id = r.workspace_id AND b.receipt_id = r.id
       AND b.at > now() - interval '30 days'
     WHERE r.workspace_id = current_workspace() AND r.definition_id = $1 AND r.id = $2`,
    [definitionId, receiptId],
  )
  return receipt
}

export function markAccepted(tx: Tx, receiptId: string, by: string, rowId: string): void {
  tx.queue(
    `UPDATE blocked_arrivals SET accepted_by = $2, row_id = $3
     WHERE workspace_id = current_workspace() AND receipt_id = $1`,
    [receiptId, by, rowId],
  )
}

/** Deletes what was blocked more than 30 days ago. @returns the files that it held. */
export async function purgeBlocked(tx: Tx): Promise<string[]> {
  const gone = await tx.run<{ file_id: string }>(
    `WITH old AS (
       SELECT b.receipt_id FROM blocked_arrivals b
       WHERE b.workspace_id = current_workspace() AND b.at <= now() - interval '30 days'),
     held AS (
       SELECT f.file_id FROM blocked_files f, old
       WHERE f.workspace_id = current_workspace() AND f.receipt_id = old.receipt_id),
     gone AS (
       DELETE FROM blocked_arrivals b USING old
       WHERE b.workspace_id = current_workspace() AND b.receipt_id = old.receipt_id)
     SELECT file_id FROM held`,
  )
  return gone.map(({ file_id }) => file_id)
}

/** Which of these files belong to something that was blocked. */
export async function listBlockedFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const held = await tx.run<{ file_id: string }>(
    `SELECT DISTINCT file_id FROM blocked_files
     WHERE workspace_id = current_workspace() AND file_id = ANY ($1::uuid[])`,
    [ids],
  )
  return held.map(({ file_id }) => file_id)
}
