import type { PartyKind } from '../../../../contract/accounting/accounting.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { PostedSums } from '../figures/by-terms.rules.ts'
import { SPLIT, type SplitRow } from '../ledger/ledger.sql.ts'
import type { Terms } from '../ledger/shares.rules.ts'

export interface SplitFilter {
  /** The splits that can be seen; null means all. */
  ids: readonly number[] | null
  dealId?: number | undefined
  status?: string | undefined
  partyKind?: PartyKind | undefined
  accountId?: string | undefined
  crmUserId?: number | undefined
  externalParty?: string | undefined
}

/** A split, and the sums of its deal at the same moment. */
export interface SplitOfDeal extends SplitRow {
  deal: PostedSums
  /** Whether it was asked for. The other splits of its deal are read too, because its figures depend on them. */
  isListed: boolean
}

const WITH_DEAL = `SELECT ${SPLIT}, l.id IS NOT NULL AS "isListed", jsonb_build_object(
    'fundedMinor', d.funded_minor, 'expectedMinor', d.expected_minor,
    'collectedMinor', d.collected_minor, 'clawedMinor', d.clawed_minor,
    'houseCollectedMinor', d.house_collected_minor, 'houseClawedMinor', d.house_clawed_minor,
    'entryCount', d.entry_count) AS deal
  FROM deal_splits s
  JOIN deals d ON d.workspace_id = s.workspace_id AND d.id = s.deal_id
  LEFT JOIN listed l ON l.id = s.id
  WHERE s.workspace_id = current_workspace() AND s.deal_id IN (SELECT deal_id FROM listed)
  ORDER BY s.id`

/** In the order of ids. `after` is the last id of the page before. */
export function listSplits(
  tx: Tx,
  filter: SplitFilter,
  after: number,
  limit: number,
): Promise<SplitOfDeal[]> {
  return tx.run(
    `WITH listed AS (
       SELECT id, deal_id FROM deal_splits
       WHERE workspace_id = current_workspace() AND id > $1::bigint
         AND ($2::bigint IS NULL OR deal_id = $2) AND ($3::text IS NULL OR status = $3)
         AND ($4::text IS NULL OR party_kind = $4) AND ($5::uuid IS NULL OR account_id = $5)
         AND ($6::bigint IS NULL OR (account_id IS NULL AND crm_user_id = $6))
         AND ($7::text IS NULL
           OR (account_id IS NULL AND crm_user_id IS NULL AND name_text(external_party) = name_text($7)))
         AND ($8::integer[] IS NULL OR id = ANY($8))
       ORDER BY id LIMIT $9)
     ${WITH_DEAL}`,
    [
      after,
      filter.dealId ?? null,
      filter.status ?? null,
      filter.partyKind ?? null,
      filter.accountId ?? null,
      filter.crmUserId ?? null,
      filter.externalParty ?? null,
      filter.ids,
      limit,
    ],
  )
}

export function splitById(tx: Tx, id: number): Promise<SplitOfDeal[]> {
  return tx.run(
    `WITH listed AS (
       SELECT id, deal_id FROM deal_splits WHERE workspace_id = current_workspace() AND id = $1)
     ${WITH_DEAL}`,
    [id],
  )
}

export interface NewSplit extends Terms {
  id: number
  dealId: number
  partyKind: PartyKind
  accountId?: string | null | undefined
  crmUserId?: number | null | undefined
  externalParty?: string | null | undefined
  notes?: string | null | undefined
  predecessorId?: number | undefined
}

export async function insertSplit(tx: Tx, split: NewSplit): Promise<SplitRow> {
  const [made] = await tx.run<SplitRow>(
    `INSERT INTO deal_splits AS s (workspace_id, id, deal_id, party_kind, account_id, crm_user_id,
       external_party, basis, share_ppm, flat_amount_minor, notes, predecessor_id)
     VALUES (current_workspace(), $1, $2, $3, $4, $5, name_text($6), $7, $8, $9, $10, $11) RETURNING ${SPLIT}`,
    [
      split.id,
      split.dealId,
      split.partyKind,
      split.accountId ?? null,
      split.crmUserId ?? null,
      split.externalParty ?? null,
      split.basis,
      split.sharePpm,
      split.flatAmountMinor,
      split.notes ?? null,
      split.predecessorId ?? null,
    ],
  )
  return made!
}

/** Sets the new terms, and the notes if they are sent. */
export async function updateSplit(
  tx: Tx,
  id: number,
  { basis, sharePpm, flatAmountMinor }: Terms,
  notes: string | null | undefined,
): Promise<SplitRow> {
  const [changed] = await tx.run<SplitRow>(
    `UPDATE deal_splits AS s SET basis = $2, share_ppm = $3, flat_amount_minor = $4,
       notes = CASE WHEN $5 THEN $6 ELSE notes END, updated_at = now()
     WHERE workspace_id = current_workspace() AND id = $1 RETURNING ${SPLIT}`,
    [id, basis, sharePpm, flatAmountMinor, notes !== undefined, notes ?? null],
  )
  return changed!
}

/** Whether the account has an active seat in this workspace. */
export async function hasActiveSeat(tx: Tx, accountId: string): Promise<boolean> {
  const found = await tx.run(
    `SELECT FROM seats WHERE workspace_id = current_workspace() AND account_id = $1
       AND status = 'active'`,
    [accountId],
  )
  return found.length > 0
}
