// All money that the API returns goes through this file, which leaves out what the person cannot see. Nothing else
// makes the type `SeenMoney`, which the contract's answers need.
import type { PartyKind, SeenMoney } from '../../../../contract/accounting/accounting.ts'
import { type MoneySight, seesSplit } from '../../policies/money.rules.ts'
import type { DealRow, DrawRow, EntryRow, SplitRow } from '../ledger/ledger.sql.ts'
import {
  availabilityOf,
  clawableMinor,
  type DealSums,
  type Figured,
  HOUSE,
  hashParts,
  houseOf,
  isHeld,
  outstandingMinor,
  type Parts,
  type Split,
} from '../ledger/shares.rules.ts'
import type { DealParts } from './by-terms.rules.ts'
import { type EntrySum, explainFigures } from './explanations.rules.ts'
import type { AddingEntry } from './explanations.sql.ts'
import type { LedgerLine } from './ledger-export.rules.ts'
import { addDeals, type Balance } from './party-balances.rules.ts'
import type { DealSnapshot } from './snapshots.sql.ts'

/** A deal. People who see only their own splits of it get its name and row, and no money. */
export function dealOut(sight: MoneySight, deal: DealRow) {
  const { id, name, currency, dealRowId, fundedMinor, notes, expectedMinor, collectedMinor } = deal
  return as({
    id,
    name,
    currency,
    dealRowId,
    ...(sight.whole && {
      fundedMinor,
      notes,
      expectedMinor,
      collectedMinor,
      clawedBackMinor: deal.clawedMinor,
      netCollectedMinor: clawableMinor(deal),
      outstandingMinor: outstandingMinor(deal),
    }),
    createdAt: deal.createdAt.toISOString(),
    updatedAt: deal.updatedAt.toISOString(),
  })
}

/**
 * A split with its figures.
 *
 * @param parts of its deal, calculated from all of the deal's splits.
 */
export function splitOut(sight: MoneySight, split: SplitRow, { pending, byTerms }: DealParts) {
  const { heldAt, releasedAt, releasedReason } = split
  const { deactivatedAt, deactivatedReason, predecessorId, successorId } = split
  const seen = (id: number | null): id is number => id !== null && seesSplit(sight, id)
  return as({
    id: split.id,
    dealId: split.dealId,
    partyKind: split.partyKind,
    accountId: split.accountId,
    crmUserId: split.crmUserId,
    externalParty: split.externalParty,
    basis: split.basis,
    sharePpm: split.sharePpm,
    flatAmountMinor: split.flatAmountMinor,
    notes: split.notes,
    status: split.status,
    held: isHeld(split),
    heldReason: split.heldReason,
    detail: {
      ...(heldAt && { heldAt: heldAt.toISOString() }),
      ...(releasedAt && { releasedAt: releasedAt.toISOString() }),
      ...(releasedReason !== null && { releasedReason }),
      ...(deactivatedReason !== null && { deactivatedReason }),
      ...(seen(predecessorId) && { predecessorId }),
      ...(seen(successorId) && { successorId }),
    },
    createdAt: split.createdAt.toISOString(),
    updatedAt: split.updatedAt.toISOString(),
    deactivatedAt: deactivatedAt?.toISOString() ?? null,
    availability: figuresOut(split, pending),
    entitledByTermsMinor: byTerms ? (byTerms.get(split.id) ?? 0) : null,
  })
}

/** What no split of a deal gets, for those who see all money. */
export function houseOut(sight: MoneySight, deal: DealSums, { pending, byTerms }: DealParts) {
  if (!sight.whole) return undefined
  return as({
    availability: figuresOut(houseOf(deal), pending),
    entitledByTermsMinor: byTerms ? (byTerms.get(HOUSE) ?? 0) : null,
  })
}

/** A draw of a split that the reader sees. */
export const drawOut = ({ id, dealSplitId, amountMinor, status, notes, ...at }: DrawRow) =>
  as({
    id,
    dealSplitId,
    amountMinor,
    status,
    notes,
    requestedAt: at.requestedAt.toISOString(),
    paidAt: at.paidAt?.toISOString() ?? null,
    voidedAt: at.voidedAt?.toISOString() ?? null,
  })

/** An entry with its parts. The house's part is last and names no split. */
export function entryOut(sight: MoneySight, entry: EntryRow) {
  const { id, dealId, kind, createdBy, dealSplitId, drawId, reversedBy, parts } = entry
  const { amountMinor, reference, reason, notes } = entry
  return as({
    id,
    dealId,
    kind,
    createdBy,
    ...(seesEntry(sight, entry) && { amountMinor, reference, reason, notes }),
    occurredAt: new Date(entry.occurredAt).toISOString(),
    createdAt: new Date(entry.createdAt).toISOString(),
    dealSplitId,
    drawId,
    reverses: entry.reversesId,
    reversedBy,
    allocations: allocationsOut(sight, parts),
  })
}

/** How an amount would be divided. The house's part is last and names no split. */
export const previewOut = (sight: MoneySight, amountMinor: number, parts: Parts) =>
  as({ amountMinor, allocations: allocationsOut(sight, [...parts]), partsHash: hashParts(parts) })

/** A line of the ledger's file. Readers who see only their part do not get the entry's amount, texts or position. */
export function lineOut(sight: MoneySight, line: LedgerLine): SeenMoney<LedgerLine> {
  if (sight.whole) return as(line)
  const isWhole = line.part_minor === null
  return as({
    ...line,
    position: null,
    amount_minor: isWhole ? line.amount_minor : null,
    ...(isWhole ? {} : { reference: null, reason: null, notes: null }),
  })
}

/** Explains the figures of a split that the reader sees. */
export function explanationOut(
  sight: MoneySight,
  { id, ...split }: Split,
  pending: Parts,
  { expectedMinor, collectedMinor }: DealSums,
  sums: readonly EntrySum[],
  entries: readonly AddingEntry[],
) {
  const availability = figuresOut({ id, ...split }, pending)
  return as({
    dealSplitId: id,
    availability,
    figures: explainFigures(sums, {
      pendingMinor: availability.pendingMinor,
      ...(sight.whole && { of: { expectedMinor, collectedMinor } }),
      isActive: split.status === 'active',
      isHeld: availability.isHeld,
    }),
    entries: entries.map((entry) => ({
      entryId: entry.id,
      kind: entry.kind,
      ...((sight.whole || entry.figure === 'drawnMinor') && { amountMinor: entry.amountMinor }),
      occurredAt: entry.occurredAt.toISOString(),
      createdAt: entry.createdAt.toISOString(),
      adds: [{ figure: entry.figure, amountMinor: entry.adds }],
    })),
  })
}

/** Adds what the reader sees of a party's money in these deals. Only those who see all money see what no split gets. */
export function addSeen(
  sight: MoneySight,
  balances: Map<string, Balance>,
  deals: readonly DealSnapshot[],
  isHouse: boolean,
): void {
  const seen = deals.map((deal) => ({
    ...deal,
    splits: deal.splits.map((split) => ({
      ...split,
      isOwn: split.isOwn && seesSplit(sight, split.id),
    })),
  }))
  addDeals(
    balances,
    sight.whole ? seen : seen.filter(({ splits }) => splits.some(({ isOwn }) => isOwn)),
    isHouse && sight.whole,
  )
}

/** The balances that `addSeen` added up. */
export const balanceOut = (
  partyKind: PartyKind,
  ref: string,
  balances: ReadonlyMap<string, Balance>,
) =>
  as({
    partyKind,
    ref,
    balances: [...balances]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, balance]) => ({ currency, ...balance })),
  })

/** The parts that the reader sees, by the ids of the splits. */
const allocationsOut = (sight: MoneySight, parts: EntryRow['parts']) =>
  parts
    .filter(([split]) => seesSplit(sight, split))
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([split, part]) => ({
      dealSplitId: split === HOUSE ? null : split,
      amountMinor: part,
    }))

/** Whether the reader sees the whole entry: a draw of their own split, or any entry if they see all money. */
const seesEntry = (sight: MoneySight, { dealSplitId }: EntryRow): boolean =>
  sight.whole || (dealSplitId !== null && seesSplit(sight, dealSplitId))

const figuresOut = (split: Figured, pending: Parts) => as(availabilityOf(split, pending))

const placeOf = (id: number): number => (id === HOUSE ? Number.MAX_SAFE_INTEGER : id)

const as = <T>(money: T) => money as SeenMoney<T>
