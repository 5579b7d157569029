import type { Why } from '../../../../contract/refusals/reasons.ts'
import type { Query, Tx } from '../../../platform/database/tx.ts'
import type { Ignored } from '../../records/rows/rows.rules.ts'
import type { Sender } from '../keys/writer.rules.ts'

export type Outcome = 'created' | 'updated' | 'replayed' | 'refused' | 'blocked' | 'tried'
export type BlockedWhy = 'trap' | 'too_fast' | 'too_many'

/** What a receipt has besides its counts, by slot, so that readers only see their own columns. */
export interface ReceiptDetails {
  coerced?: Kept<{ slot: number; sent: string; stored: string }>
  ignored?: Kept<Ignored>
  unresolved?: Kept<{ slot: number; sent: string }>
  files?: Kept<{ slot: number; name: string; sha256: string; seenBefore: boolean }>
  refused?: Kept<{ message: string; column: string | null; slot: number | null } & Partial<Why>>
  blocked?: { why: BlockedWhy }
}
export interface Kept<T> {
  count: number
  items: (T & { index: number })[]
}

export interface NewReceipt {
  id: string
  definitionId: string
  sender: Sender
  outcome: Outcome
  rowCount: number
  firstPosition: number | null
  details: ReceiptDetails | null
}

/** One receipt goes as values, which are cheaper to plan and to send than a list. */
export function insertReceipts(tx: Tx, receipts: readonly NewReceipt[]): void {
  tx.queue(...(receipts.length === 1 ? one(receipts[0]!) : many(receipts)))
}

const one = ({ sender, details, ...receipt }: NewReceipt): Query => [
  `INSERT INTO receipts (workspace_id, definition_id, id, key_id, outcome, row_count, first_position, details,
     form_id, address_id, hook_id)
   VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  [
    receipt.definitionId,
    receipt.id,
    sender.keyId,
    receipt.outcome,
    receipt.rowCount,
    receipt.firstPosition,
    details && JSON.stringify(details),
    sender.formId,
    sender.addressId,
    sender.hookId,
  ],
]

/** Each receipt is a list, because PostgreSQL reads objects more slowly. The counters say that all of it is of one workspace. */
const many = (receipts: readonly NewReceipt[]): Query => [
  `INSERT INTO receipts (workspace_id, definition_id, id, key_id, outcome, row_count, first_position, details,
     form_id, address_id, hook_id, at)
   SELECT c.workspace_id, c.definition_id, (r ->> 1)::uuid, (r ->> 2)::uuid, r ->> 3, (r ->> 4)::integer,
     (r ->> 5)::bigint, nullif(r -> 6, 'null'), (r ->> 7)::uuid, (r ->> 8)::uuid, (r ->> 9)::uuid, now()
   FROM jsonb_array_elements($1::jsonb) AS r
   JOIN row_counters c ON c.workspace_id = current_workspace() AND c.definition_id = (r ->> 0)::uuid`,
  [
    JSON.stringify(
      receipts.map((r) => [
        r.definitionId,
        r.id,
        r.sender.keyId,
        r.outcome,
        r.rowCount,
        r.firstPosition,
        r.details,
        // A key's receipts, which are most, leave them out.
        ...(r.sender.keyId === null ? [r.sender.formId, r.sender.addressId, r.sender.hookId] : []),
      ]),
    ),
  ],
]

/** Whose receipts to read; null for everybody’s. */
export type SenderFilter = Sender

interface SenderRecord {
  key_id: string | null
  form_id: string | null
  address_id: string | null
  hook_id: string | null
}

export interface ReceiptRecord extends SenderRecord {
  id: string
  at: Date
  outcome: Outcome
  row_count: number
  first_position: number | null
  details: ReceiptDetails | null
  /** The submission that was blocked; null if none was, or if it has been removed. */
  shown: Record<string, string> | null
  accepted_by: string | null
  row_id: string | null
}

export interface ReceiptFilter extends SenderFilter {
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
    `SELECT r.id, r.key_id, r.form_id, r.address_id, r.hook_id, r.at, r.outcome, r.row_count, r.first_position, r.details,
       b.shown, b.accepted_by, b.row_id
     FROM receipts r
     LEFT JOIN blocked_arrivals b ON b.workspace_id = r.workspace_id AND b.receipt_id = r.id
       AND r.outcome = 'blocked'
     WHERE r.workspace_id = current_workspace() AND r.definition_id = $1
       AND ($2::uuid IS NULL OR r.key_id = $2) AND ($3::text IS NULL OR r.outcome = $3)
       AND ($4::uuid IS NULL OR r.id < $4)
       AND ($6::uuid IS NULL OR r.id >= $6) AND ($7::uuid IS NULL OR r.id < $7)
       AND ($8::uuid IS NULL OR r.form_id = $8) AND ($9::uuid IS NULL OR r.address_id = $9)
       AND ($10::uuid IS NULL OR r.hook_id = $10)
     ORDER BY r.id DESC LIMIT $5`,
    [
      definitionId,
      filter.keyId,
      filter.outcome,
      filter.before,
      filter.limit,
      filter.day?.from ?? null,
      filter.day?.until ?? null,
      filter.formId,
      filter.addressId,
      filter.hookId,
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

export interface DayRecord extends SenderRecord {
  day: string
  requests: number
  filled: number
  replayed: number
  coerced: number
  ignored: number
  refused: number
  blocked: number
}

export interface DayFilter extends SenderFilter {
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
       SELECT key_id, form_id, address_id, hook_id, to_char(at AT TIME ZONE $4, 'YYYY-MM-DD') AS day, outcome, row_count,
         details->'coerced' AS coerced, details->'ignored' AS ignored
       FROM receipts
       WHERE workspace_id = current_workspace() AND definition_id = $1 AND id >= $3
         AND ($2::uuid IS NULL OR key_id = $2)
         AND ($10::uuid IS NULL OR form_id = $10) AND ($11::uuid IS NULL OR address_id = $11)
         AND ($12::uuid IS NULL OR hook_id = $12)
       ORDER BY id DESC LIMIT $5
     ), counted AS (
       SELECT key_id, form_id, address_id, hook_id, day, outcome, row_count,
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
     SELECT day, key_id, form_id, address_id, hook_id, count(*)::integer AS requests,
       coalesce(sum(row_count) FILTER (WHERE outcome IN ('created', 'updated')), 0)::integer AS filled,
       coalesce(sum(row_count) FILTER (WHERE outcome = 'replayed'), 0)::integer AS replayed,
       sum(coerced)::integer AS coerced, sum(ignored)::integer AS ignored,
       coalesce(sum(greatest(row_count, 1)) FILTER (WHERE outcome = 'refused'), 0)::integer AS refused,
       coalesce(sum(row_count) FILTER (WHERE outcome = 'blocked'), 0)::integer AS blocked
     FROM counted GROUP BY day, key_id, form_id, address_id, hook_id
     ORDER BY day DESC, key_id, form_id, address_id, hook_id`,
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
      filter.formId,
      filter.addressId,
      filter.hookId,
    ],
  )
}
