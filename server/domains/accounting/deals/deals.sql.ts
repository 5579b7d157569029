import type { OwnerQuery } from '../../../platform/database/owner.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { DEAL, type DealRow } from '../ledger/ledger.sql.ts'

export interface DealFilters {
  dealRowId: string | null
  /** A pattern for LIKE. */
  pattern: string | null
  /** The deals that can be seen; null means all. */
  ids: readonly number[] | null
}

const FILTERS = `d.workspace_id = current_workspace() AND ($1::uuid IS NULL OR d.deal_row_id = $1)
  AND ($2::text IS NULL OR d.name ILIKE $2) AND ($3::integer[] IS NULL OR d.id = ANY($3))`

const LIST = `SELECT ${DEAL} FROM deals d WHERE ${FILTERS}`
const IN_ORDER = `${LIST} AND ($4::bigint IS NULL OR d.id > $4) ORDER BY d.id LIMIT $5`
const NEWEST_FIRST = `${LIST} AND ($4::bigint IS NULL OR d.id < $4) ORDER BY d.id DESC LIMIT $5`

/** In the order of ids, or newest first. `after` is the last id of the page before. */
export function listDeals(
  tx: Tx,
  { dealRowId, pattern, ids }: DealFilters,
  newestFirst: boolean,
  after: number | null,
  limit: number,
): Promise<DealRow[]> {
  return tx.run(newestFirst ? NEWEST_FIRST : IN_ORDER, [dealRowId, pattern, ids, after, limit])
}

export interface DealTotals {
  currency: string
  count: number
  expectedMinor: number | null
  collectedMinor: number | null
  clawedBackMinor: number | null
  netCollectedMinor: number | null
}

/** A sum is null if it is too large for an exact number. */
export function sumDeals(tx: Tx, { dealRowId, pattern, ids }: DealFilters): Promise<DealTotals[]> {
  return tx.run(
    `SELECT currency, count,
       CASE WHEN expected <= 9007199254740991 THEN expected::bigint END AS "expectedMinor",
       CASE WHEN collected <= 9007199254740991 THEN collected::bigint END AS "collectedMinor",
       CASE WHEN clawed <= 9007199254740991 THEN clawed::bigint END AS "clawedBackMinor",
       CASE WHEN net <= 9007199254740991 THEN net::bigint END AS "netCollectedMinor"
     FROM (
       SELECT d.currency, count(*) AS count, sum(d.expected_minor) AS expected,
         sum(d.collected_minor) AS collected, sum(d.clawed_minor) AS clawed,
         sum(d.collected_minor - d.clawed_minor) AS net
       FROM deals d WHERE ${FILTERS} GROUP BY d.currency) AS summed
     ORDER BY count DESC, currency`,
    [dealRowId, pattern, ids],
  )
}

export async function findDeal(tx: Tx, id: number): Promise<DealRow | undefined> {
  const [deal] = await tx.run<DealRow>(
    `SELECT ${DEAL} FROM deals d WHERE d.workspace_id = current_workspace() AND d.id = $1`,
    [id],
  )
  return deal
}

export interface DealFields {
  name?: string | undefined
  fundedMinor?: number | null | undefined
  dealRowId?: string | null | undefined
  notes?: string | null | undefined
}

export async function insertDeal(
  tx: Tx,
  deal: DealFields & { id: number; name: string; currency: string },
): Promise<DealRow> {
  const [made] = await tx.run<DealRow>(
    `INSERT INTO deals AS d (workspace_id, id, name, currency, funded_minor, deal_row_id, notes)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, $6) RETURNING ${DEAL}`,
    [
      deal.id,
      deal.name,
      deal.currency,
      deal.fundedMinor ?? null,
      deal.dealRowId ?? null,
      deal.notes ?? null,
    ],
  )
  return made!
}

/** Changes the fields that are sent; `null` empties one. */
export async function updateDeal(
  tx: Tx,
  id: number,
  { name, fundedMinor, dealRowId, notes }: DealFields,
): Promise<DealRow | undefined> {
  const [changed] = await tx.run<DealRow>(
    `UPDATE deals AS d SET name = coalesce($2, name),
       funded_minor = CASE WHEN $3 THEN $4::bigint ELSE funded_minor END,
       deal_row_id = CASE WHEN $5 THEN $6::uuid ELSE deal_row_id END,
       notes = CASE WHEN $7 THEN $8 ELSE notes END, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING ${DEAL}`,
    [
      id,
      name ?? null,
      fundedMinor !== undefined,
      fundedMinor ?? null,
      dealRowId !== undefined,
      dealRowId ?? null,
      notes !== undefined,
      notes ?? null,
    ],
  )
  return changed
}

/** Clears references of deals to rows that are being purged, as the owner of the tables. */
export async function clearRows(query: OwnerQuery, rowIds: readonly string[]): Promise<void> {
  await query(
    `UPDATE deals SET deal_row_id = NULL
     WHERE workspace_id = current_workspace() AND deal_row_id = ANY ($1::uuid[])`,
    [rowIds],
  )
}
