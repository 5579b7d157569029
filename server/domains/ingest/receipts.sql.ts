import type { Tx } from '../../platform/db.ts'

export type Outcome = 'created' | 'updated' | 'replayed' | 'refused'

/** What a receipt keeps beyond its counts, by slot, so that whoever reads it sees only their columns. */
export interface ReceiptDetails {
  coerced?: Kept<{ slot: number; sent: string; stored: string }>
  ignored?: Kept<{ column: string; why: string }>
  refused?: Kept<{ message: string; column: string | null; slot: number | null }>
}
export interface Kept<T> {
  count: number
  items: (T & { index: number })[]
}

export interface NewReceipt {
  id: string
  definitionId: string
  keyId: string
  outcome: Outcome
  rowCount: number
  firstPosition: number | null
  details: ReceiptDetails | null
}

export function insertReceipts(tx: Tx, receipts: readonly NewReceipt[]): void {
  tx.queue(
    `INSERT INTO receipts (workspace_id, definition_id, id, key_id, outcome, row_count,
       first_position, details)
     SELECT current_workspace(), r.d, r.id, r.k, r.o, r.n, r.p, r.x
     FROM jsonb_to_recordset($1::jsonb)
       AS r (d uuid, id uuid, k uuid, o text, n integer, p bigint, x jsonb)`,
    [
      JSON.stringify(
        receipts.map((r) => ({
          d: r.definitionId,
          id: r.id,
          k: r.keyId,
          o: r.outcome,
          n: r.rowCount,
          p: r.firstPosition,
          x: r.details ?? undefined,
        })),
      ),
    ],
  )
}

export interface ReceiptRecord {
  id: string
  key_id: string
  at: Date
  outcome: Outcome
  row_count: number
  first_position: number | null
  details: ReceiptDetails | null
}

/** Newest first; `before` is the last id seen. */
export function listReceipts(
  tx: Tx,
  definitionId: string,
  filter: { keyId: string | null; outcome: Outcome | null; before: string | null; limit: number },
): Promise<ReceiptRecord[]> {
  return tx.run(
    `SELECT id, key_id, at, outcome, row_count, first_position, details FROM receipts
     WHERE workspace_id = current_workspace() AND definition_id = $1
       AND ($2::uuid IS NULL OR key_id = $2) AND ($3::text IS NULL OR outcome = $3)
       AND ($4::uuid IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [definitionId, filter.keyId, filter.outcome, filter.before, filter.limit],
  )
}
