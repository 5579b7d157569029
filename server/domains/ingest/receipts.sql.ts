import type { Why } from '../../../contract/reasons.ts'
import type { Tx } from '../../platform/database/db.ts'

export type Outcome = 'created' | 'updated' | 'replayed' | 'refused'

/** What a receipt has besides its counts, by slot, so that readers only see their own columns. */
export interface ReceiptDetails {
  coerced?: Kept<{ slot: number; sent: string; stored: string }>
  ignored?: Kept<{ column: string; why: string }>
  files?: Kept<{ slot: number; name: string; sha256: string; seenBefore: boolean }>
  refused?: Kept<{ message: string; column: string | null; slot: number | null } & Partial<Why>>
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

/** Receipts go as lists, because PostgreSQL reads objects more slowly. */
export function insertReceipts(tx: Tx, receipts: readonly NewReceipt[]): void {
  tx.queue(
    `INSERT INTO receipts (workspace_id, definition_id, id, key_id, outcome, row_count,
       first_position, details)
     SELECT current_workspace(), (r ->> 0)::uuid, (r ->> 1)::uuid, (r ->> 2)::uuid, r ->> 3, (r ->> 4)::integer,
       (r ->> 5)::bigint, nullif(r -> 6, 'null')
     FROM jsonb_array_elements($1::jsonb) AS r`,
    [
      JSON.stringify(
        receipts.map((r) => [
          r.definitionId,
          r.id,
          r.keyId,
          r.outcome,
          r.rowCount,
          r.firstPosition,
          r.details,
        ]),
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

export interface ReceiptFilter {
  keyId: string | null
  outcome: Outcome | null
  /** The last id seen. */
  before: string | null
  /** The range of ids of one day, without `until`. */
  day: { from: string; until: string } | null
  limit: number
}

/** Newest first. */
export function listReceipts(
  tx: Tx,
  definitionId: string,
  filter: ReceiptFilter,
): Promise<ReceiptRecord[]> {
  return tx.run(
    `SELECT id, key_id, at, outcome, row_count, first_position, details FROM receipts
     WHERE workspace_id = current_workspace() AND definition_id = $1
       AND ($2::uuid IS NULL OR key_id = $2) AND ($3::text IS NULL OR outcome = $3)
       AND ($4::uuid IS NULL OR id < $4)
       AND ($6::uuid IS NULL OR id >= $6) AND ($7::uuid IS NULL OR id < $7)
     ORDER BY id DESC LIMIT $5`,
    [
      definitionId,
      filter.keyId,
      filter.outcome,
      filter.before,
      filter.limit,
      filter.day?.from ?? null,
      filter.day?.until ?? null,
    ],
  )
}

/** Today's date in a time zone, as `2026-11-20`. */
export async function today(tx: Tx, timeZone: string): Promise<string> {
  const [row] = await tx.run<{ day: string }>(
    `SELECT to_char(now() AT TIME ZONE $1, 'YYYY-MM-DD') AS day`,
    [timeZone],
  )
  return row!.day
}

export interface DayRecord {
  day: string
  key_id: string
  requests: number
  filled: number
  replayed: number
  coerced: number
  ignored: number
  refused: number
}

export interface DayFilter {
  keyId: string | null
  /** The smallest id. */
  from: string
  timeZone: string
  /** The most receipts to read; the newest come first. */
  most: number
  /** The columns that the reader sees, by slot and by key, and whether that is all of them. */
  slots: readonly number[]
  columns: readonly string[]
  seesAll: boolean
  /** The reason in receipts for a cell whose column does not exist. */
  unknown: string
}

/**
 * Newest day first. For cells that a receipt counts but does not list, the columns are unknown, so only people who see
 * every column get those counts.
 */
export function countReceipts(
  tx: Tx,
  definitionId: string,
  filter: DayFilter,
): Promise<DayRecord[]> {
  return tx.run(
    `WITH newest AS (
       SELECT key_id, to_char(at AT TIME ZONE $4, 'YYYY-MM-DD') AS day, outcome, row_count,
         details->'coerced' AS coerced, details->'ignored' AS ignored
       FROM receipts
       WHERE workspace_id = current_workspace() AND definition_id = $1 AND id >= $3
         AND ($2::uuid IS NULL OR key_id = $2)
       ORDER BY id DESC LIMIT $5
     ), counted AS (
       SELECT key_id, day, outcome, row_count,
         (SELECT count(*) FROM jsonb_array_elements(coerced->'items') AS i
            WHERE (i->>'slot')::integer = ANY ($6::integer[]))
         + CASE WHEN $8::boolean AND coerced IS NOT NULL
             THEN (coerced->>'count')::integer - jsonb_array_length(coerced->'items')
             ELSE 0 END AS coerced,
         (SELECT count(*) FROM jsonb_array_elements(ignored->'items') AS i
            WHERE i->>'why' = $9 OR i->>'column' = ANY ($7::text[]))
         + CASE WHEN $8::boolean AND ignored IS NOT NULL
             THEN (ignored->>'count')::integer - jsonb_array_length(ignored->'items')
             ELSE 0 END AS ignored
       FROM newest
     )
     SELECT day, key_id, count(*)::integer AS requests,
       coalesce(sum(row_count) FILTER (WHERE outcome IN ('created', 'updated')), 0)::integer AS filled,
       coalesce(sum(row_count) FILTER (WHERE outcome = 'replayed'), 0)::integer AS replayed,
       sum(coerced)::integer AS coerced, sum(ignored)::integer AS ignored,
       coalesce(sum(greatest(row_count, 1)) FILTER (WHERE outcome = 'refused'), 0)::integer AS refused
     FROM counted GROUP BY day, key_id ORDER BY day DESC, key_id`,
    [
      definitionId,
      filter.keyId,
      filter.from,
      filter.timeZone,
      filter.most,
      filter.slots,
      filter.columns,
      filter.seesAll,
      filter.unknown,
    ],
  )
}
