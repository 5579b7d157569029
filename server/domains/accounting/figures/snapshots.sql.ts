import type { PartyKind } from '../../../../contract/accounting/accounting.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { DealSums, Split } from '../ledger/shares.rules.ts'

/**
 * A deal and its splits at one instant. One statement reads both, because somebody could post between two statements.
 * Figures calculated from it add up, and no lock is needed.
 */
export interface DealSnapshot extends DealSums {
  id: number
  currency: string
  /** The position of its last entry. */
  entryCount: number
  splits: SnapshotSplit[]
}

export interface SnapshotSplit extends Split {
  /** Whether it is the split that was asked for, or one of the party's. */
  isOwn: boolean
}

const DEAL = `d.id, d.currency, d.entry_count AS "entryCount", d.funded_minor AS "fundedMinor",
  d.expected_minor AS "expectedMinor", d.collected_minor AS "collectedMinor",
  d.clawed_minor AS "clawedMinor", d.house_collected_minor AS "houseCollectedMinor",
  d.house_clawed_minor AS "houseClawedMinor"`

// As text: jsonb would be built, written and read again, which takes a third longer.
const SPLITS = `coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'basis', s.basis,
  'sharePpm', s.share_ppm, 'flatAmountMinor', s.flat_amount_minor, 'heldAt', s.held_at,
  'releasedAt', s.released_at, 'collectedMinor', s.collected_minor, 'clawedMinor', s.clawed_minor,
  'drawnMinor', s.drawn_minor, 'isOwn', s.is_own) ORDER BY s.id), '[]')`

/** A deal with all of its splits; none of them is marked as asked for. */
export async function snapshotOf(tx: Tx, dealId: number): Promise<DealSnapshot | undefined> {
  const [found] = await tx.run<DealSnapshot>(
    `SELECT ${DEAL}, (
       SELECT ${SPLITS} FROM (SELECT *, false AS is_own FROM deal_splits) s
       WHERE s.workspace_id = current_workspace() AND s.deal_id = d.id
     ) AS splits
     FROM deals d WHERE d.workspace_id = current_workspace() AND d.id = $1::bigint`,
    [dealId],
  )
  return found
}

/** The deal of a split, with all of its splits. */
export async function snapshotAround(tx: Tx, splitId: number): Promise<DealSnapshot | undefined> {
  const [found] = await tx.run<DealSnapshot>(
    `SELECT ${DEAL}, (
       SELECT ${SPLITS} FROM (SELECT *, id = $1 AS is_own FROM deal_splits) s
       WHERE s.workspace_id = current_workspace() AND s.deal_id = d.id
     ) AS splits
     FROM deals d WHERE d.workspace_id = current_workspace() AND d.id =
       (SELECT deal_id FROM deal_splits WHERE workspace_id = current_workspace() AND id = $1)`,
    [splitId],
  )
  return found
}

export interface Party {
  partyKind: PartyKind
  accountId: string | null
  crmUserId: number | null
  externalParty: string | null
}

const IS_PARTY = `party_kind = $1 AND (
  ($1 = 'account' AND account_id = $2::uuid)
  OR ($1 = 'crm_user' AND account_id IS NULL AND crm_user_id = $3::bigint)
  OR ($1 = 'external' AND account_id IS NULL AND crm_user_id IS NULL AND name_text(external_party) = name_text($4::text))
  OR $1 = 'house')`

/**
 * The deals in which a party has a split; for the house, all deals. Each has all of its splits, because the figures of
 * one depend on the others. In the order of ids; `after` is the last id of the page before.
 *
 * @param dealIds the deals that can be seen; null means all.
 */
export function snapshotsOf(
  tx: Tx,
  { partyKind, accountId, crmUserId, externalParty }: Party,
  dealIds: readonly number[] | null,
  after: number,
  limit: number,
): Promise<DealSnapshot[]> {
  return tx.run(
    `SELECT ${DEAL}, (
       SELECT ${SPLITS} FROM (SELECT *, ${IS_PARTY} AS is_own FROM deal_splits) s
       WHERE s.workspace_id = current_workspace() AND s.deal_id = d.id
     ) AS splits
     FROM deals d WHERE d.workspace_id = current_workspace() AND d.id > $5::bigint
       AND ($1 = 'house' OR d.id IN (
         SELECT deal_id FROM deal_splits WHERE workspace_id = current_workspace() AND ${IS_PARTY}))
       AND ($7::integer[] IS NULL OR d.id = ANY($7))
     ORDER BY d.id LIMIT $6`,
    [partyKind, accountId, crmUserId, externalParty, after, limit, dealIds],
  )
}
