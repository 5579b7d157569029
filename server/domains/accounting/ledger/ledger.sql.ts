import type {
  Basis,
  DrawStatus,
  EntryKind,
  PartyKind,
} from '../../../../contract/accounting/accounting.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Moves } from './ledger.rules.ts'
import type { DealSums, Split } from './shares.rules.ts'

export interface DealRow extends DealSums {
  id: number
  name: string
  currency: string
  dealRowId: string | null
  notes: string | null
  /** The position of its last entry. */
  entryCount: number
  createdAt: Date
  updatedAt: Date
}

export interface SplitRow extends Split {
  dealId: number
  partyKind: PartyKind
  accountId: string | null
  crmUserId: number | null
  externalParty: string | null
  basis: Basis
  notes: string | null
  heldAt: Date | null
  releasedAt: Date | null
  heldReason: string | null
  releasedReason: string | null
  deactivatedAt: Date | null
  deactivatedReason: string | null
  predecessorId: number | null
  successorId: number | null
  createdAt: Date
  updatedAt: Date
}

export interface DrawRow {
  id: string
  dealId: number
  dealSplitId: number
  amountMinor: number
  status: DrawStatus
  notes: string | null
  requestedAt: Date
  paidAt: Date | null
  voidedAt: Date | null
}

export const DEAL = `d.id, d.name, d.currency, d.funded_minor AS "fundedMinor",
  d.deal_row_id AS "dealRowId", d.notes, d.expected_minor AS "expectedMinor",
  d.collected_minor AS "collectedMinor", d.clawed_minor AS "clawedMinor",
  d.house_collected_minor AS "houseCollectedMinor", d.house_clawed_minor AS "houseClawedMinor",
  d.entry_count AS "entryCount", d.created_at AS "createdAt", d.updated_at AS "updatedAt"`

export const SPLIT = `s.id, s.deal_id AS "dealId", s.party_kind AS "partyKind",
  s.account_id AS "accountId", s.crm_user_id AS "crmUserId", s.external_party AS "externalParty",
  s.basis, s.share_ppm AS "sharePpm", s.flat_amount_minor AS "flatAmountMinor", s.notes, s.status,
  s.held_at AS "heldAt", s.released_at AS "releasedAt", s.held_reason AS "heldReason",
  s.released_reason AS "releasedReason",
  s.deactivated_at AS "deactivatedAt", s.deactivated_reason AS "deactivatedReason",
  s.predecessor_id AS "predecessorId", s.successor_id AS "successorId",
  s.collected_minor AS "collectedMinor", s.clawed_minor AS "clawedMinor",
  s.drawn_minor AS "drawnMinor", s.created_at AS "createdAt", s.updated_at AS "updatedAt"`

/**
 * Locks a deal until the transaction ends. `now` is later than everything that was posted before, because a statement
 * that waited for the lock reads the row and the clock again.
 */
export async function lockDeal(tx: Tx, id: number): Promise<(DealRow & { now: Date }) | undefined> {
  const [deal] = await tx.run<DealRow & { now: Date }>(
    `SELECT ${DEAL}, clock_timestamp() AS now FROM deals d
     WHERE d.workspace_id = current_workspace() AND d.id = $1::bigint FOR UPDATE`,
    [id],
  )
  return deal
}

/** The columns of a deal that posting needs. */
export interface DealInShort extends DealSums {
  id: number
  dealRowId: string | null
  entryCount: number
  now: string
}

/** Like `lockDeal`, as one JSON value, which Node reads several times as fast as that many columns. */
export async function lockDealInShort(tx: Tx, id: number): Promise<DealInShort | undefined> {
  const [locked] = await tx.run<{ deal: DealInShort }>(
    `SELECT json_build_object('id', d.id, 'dealRowId', d.deal_row_id, 'entryCount', d.entry_count,
       'fundedMinor', d.funded_minor, 'expectedMinor', d.expected_minor,
       'collectedMinor', d.collected_minor, 'clawedMinor', d.clawed_minor,
       'houseCollectedMinor', d.house_collected_minor, 'houseClawedMinor', d.house_clawed_minor,
       'now', clock_timestamp()) AS deal
     FROM deals d WHERE d.workspace_id = current_workspace() AND d.id = $1 FOR UPDATE`,
    [id],
  )
  return locked?.deal
}

/** The columns that dividing an amount needs, of a deal's splits in the order of their ids. */
export async function splitsInShort(tx: Tx, dealId: number): Promise<Split[]> {
  const [found] = await tx.run<{ splits: Split[] }>(
    `SELECT coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'basis', s.basis,
       'sharePpm', s.share_ppm, 'flatAmountMinor', s.flat_amount_minor, 'heldAt', s.held_at,
       'releasedAt', s.released_at, 'collectedMinor', s.collected_minor,
       'clawedMinor', s.clawed_minor, 'drawnMinor', s.drawn_minor) ORDER BY s.id), '[]') AS splits
     FROM deal_splits s WHERE s.workspace_id = current_workspace() AND s.deal_id = $1`,
    [dealId],
  )
  return found!.splits
}

/** Like `lockDeal`, for the deal of a split. A split never moves to another deal. */
export async function lockDealOfSplit(
  tx: Tx,
  splitId: number,
): Promise<(DealRow & { now: Date }) | undefined> {
  const [deal] = await tx.run<DealRow & { now: Date }>(
    `SELECT ${DEAL}, clock_timestamp() AS now FROM deals d
     WHERE d.workspace_id = current_workspace() AND d.id =
       (SELECT deal_id FROM deal_splits WHERE workspace_id = current_workspace() AND id = $1)
     FOR UPDATE`,
    [splitId],
  )
  return deal
}

/** Like `lockDeal`, for the deal of an entry. */
export async function lockDealOfEntry(
  tx: Tx,
  entryId: string,
): Promise<(DealRow & { now: Date }) | undefined> {
  const [deal] = await tx.run<DealRow & { now: Date }>(
    `SELECT ${DEAL}, clock_timestamp() AS now FROM deals d
     WHERE d.workspace_id = current_workspace() AND d.id =
       (SELECT deal_id FROM deal_entries WHERE workspace_id = current_workspace() AND id = $1)
     FOR UPDATE`,
    [entryId],
  )
  return deal
}

/** All splits of a deal, including retired ones, in the order of their ids. */
export function splitsOf(tx: Tx, dealId: number): Promise<SplitRow[]> {
  return tx.run(
    `SELECT ${SPLIT} FROM deal_splits s
     WHERE s.workspace_id = current_workspace() AND s.deal_id = $1::bigint ORDER BY s.id`,
    [dealId],
  )
}

/** Like `splitsOf`, for the deal of a split. */
export function splitsBeside(tx: Tx, splitId: number): Promise<SplitRow[]> {
  return tx.run(
    `SELECT ${SPLIT} FROM deal_splits s
     WHERE s.workspace_id = current_workspace() AND s.deal_id =
       (SELECT deal_id FROM deal_splits WHERE workspace_id = current_workspace() AND id = $1)
     ORDER BY s.id`,
    [splitId],
  )
}

/** Like `splitsOf`, for the deal of an entry. */
export function splitsOfEntry(tx: Tx, entryId: string): Promise<SplitRow[]> {
  return tx.run(
    `SELECT ${SPLIT} FROM deal_splits s
     WHERE s.workspace_id = current_workspace() AND s.deal_id =
       (SELECT deal_id FROM deal_entries WHERE workspace_id = current_workspace() AND id = $1)
     ORDER BY s.id`,
    [entryId],
  )
}

export interface NewEntry {
  id: string
  dealId: number
  position: number
  kind: EntryKind
  amountMinor: number
  occurredAt: string
  createdAt: string
  createdBy: string
  reference: string | null
  reason: string | null
  notes: string | null
  dealSplitId: number | null
  drawId: string | null
  reversesId: string | null
}

/** Writes an entry, its parts and the new sums in one statement, so that the deal is locked only briefly. */
export function insertEntry(
  tx: Tx,
  entry: NewEntry,
  parts: readonly (readonly [dealSplitId: number, amountMinor: number])[],
  moves: Moves,
): void {
  tx.queue(
    `WITH entry AS (
       INSERT INTO deal_entries (workspace_id, deal_id, position, id, kind, amount_minor, occurred_at,
         created_at, created_by, reference, reason, notes, deal_split_id, draw_id, reverses_id)
       VALUES (current_workspace(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ), parts AS (
       INSERT INTO deal_allocations (workspace_id, deal_id, position, deal_split_id, amount_minor)
       SELECT current_workspace(), $1, $2, p.id, p.amount
       FROM unnest($15::integer[], $16::bigint[]) AS p (id, amount) RETURNING 1
     ), splits AS (
       UPDATE deal_splits s SET collected_minor = s.collected_minor + m.collected,
         clawed_minor = s.clawed_minor + m.clawed, drawn_minor = s.drawn_minor + m.drawn
       FROM unnest($17::integer[], $18::bigint[], $19::bigint[], $20::bigint[])
         AS m (id, collected, clawed, drawn)
       WHERE s.workspace_id = current_workspace() AND s.deal_id = $1 AND s.id = m.id
     )
     UPDATE deals SET entry_count = $2, expected_minor = expected_minor + $21::bigint,
       collected_minor = collected_minor + $22::bigint, clawed_minor = clawed_minor + $23::bigint,
       house_collected_minor = house_collected_minor + $24::bigint,
       house_clawed_minor = house_clawed_minor + $25::bigint
     WHERE workspace_id = current_workspace() AND id = $1`,
    [
      entry.dealId,
      entry.position,
      entry.id,
      entry.kind,
      entry.amountMinor,
      entry.occurredAt,
      entry.createdAt,
      entry.createdBy,
      entry.reference,
      entry.reason,
      entry.notes,
      entry.dealSplitId,
      entry.drawId,
      entry.reversesId,
      parts.map(([id]) => id),
      parts.map(([, amount]) => amount),
      moves.splits.map(({ id }) => id),
      moves.splits.map(({ collected }) => collected),
      moves.splits.map(({ clawed }) => clawed),
      moves.splits.map(({ drawn }) => drawn),
      moves.expected,
      moves.collected,
      moves.clawed,
      moves.houseCollected,
      moves.houseClawed,
    ],
  )
}

/** An entry as it is read, with its parts and the entry that reversed it. */
export interface EntryRow extends Omit<NewEntry, 'occurredAt' | 'createdAt'> {
  occurredAt: Date | string
  createdAt: Date | string
  reversedBy: string | null
  parts: (readonly [dealSplitId: number, amountMinor: number])[]
}

export const ENTRY = `e.id, e.deal_id AS "dealId", e.position, e.kind, e.amount_minor AS "amountMinor",
  e.occurred_at AS "occurredAt", e.created_at AS "createdAt", e.created_by AS "createdBy",
  e.reference, e.reason, e.notes, e.deal_split_id AS "dealSplitId", e.draw_id AS "drawId",
  e.reverses_id AS "reversesId",
  (SELECT r.id FROM deal_entries r
   WHERE r.workspace_id = current_workspace() AND r.reverses_id = e.id) AS "reversedBy",
  coalesce((SELECT jsonb_agg(jsonb_build_array(a.deal_split_id, a.amount_minor)) FROM deal_allocations a
   WHERE a.workspace_id = current_workspace() AND a.deal_id = e.deal_id AND a.position = e.position),
   '[]') AS parts`

const POSITION_AFTER = `coalesce((SELECT p.position FROM deal_entries p
  WHERE p.workspace_id = current_workspace() AND p.deal_id = $2 AND p.id = $4::uuid), 0)`

/** Whether an entry concerns one of the splits in `$1`; null means all. */
export const SEEN_ENTRY = `($1::integer[] IS NULL OR e.deal_split_id = ANY($1) OR EXISTS (
  SELECT FROM deal_allocations a WHERE a.workspace_id = current_workspace()
    AND a.deal_id = e.deal_id AND a.position = e.position AND a.deal_split_id = ANY($1)))`

/**
 * A deal's entries in the order of posting. `after` is the last entry of the page before: its id, because its position
 * would reveal how many other entries there are.
 */
export function listEntries(
  tx: Tx,
  dealId: number,
  kind: EntryKind | null,
  splits: readonly number[] | null,
  after: string | null,
  limit: number,
): Promise<EntryRow[]> {
  return tx.run(
    `SELECT ${ENTRY} FROM deal_entries e
     WHERE e.workspace_id = current_workspace() AND e.deal_id = $2
       AND ($3::text IS NULL OR e.kind = $3) AND e.position > ${POSITION_AFTER} AND ${SEEN_ENTRY}
     ORDER BY e.position LIMIT $5`,
    [splits, dealId, kind, after, limit],
  )
}

export async function findEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const [entry] = await tx.run<EntryRow>(
    `SELECT ${ENTRY} FROM deal_entries e
     WHERE e.workspace_id = current_workspace() AND e.id = $1`,
    [id],
  )
  return entry
}
