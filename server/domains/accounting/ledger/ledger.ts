import type { EntryKind } from '../../../../contract/accounting/accounting.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/refusal.ts'
import { movesOf } from './ledger.rules.ts'
import * as sql from './ledger.sql.ts'
import type { Parts, Split } from './shares.rules.ts'

/**
 * A deal whose row is locked. Everything that changes its money or its splits takes that lock, so what was read under
 * it stays true until the transaction ends.
 */
export interface LockedDeal {
  deal: sql.DealRow
  /** All of its splits, in the order of their ids. */
  splits: sql.SplitRow[]
  /** By the database's clock; later than everything that was posted before. */
  now: Date
}

/** Locks a deal, if there is one. The splits are read under the lock, in the same round trip. */
export async function findAndLockDeal(tx: Tx, dealId: number): Promise<LockedDeal | undefined> {
  const [locked, splits] = await Promise.all([sql.lockDeal(tx, dealId), sql.splitsOf(tx, dealId)])
  if (!locked) return undefined
  const { now, ...deal } = locked
  return { deal, splits, now }
}

/** A locked deal and its splits, with only what dividing an amount needs. */
export interface LockedSums {
  deal: sql.DealInShort
  splits: Split[]
  now: Date
}

/**
 * Locks a deal to post to it. It reads only what dividing an amount needs, because it runs for every posting.
 *
 * @throws Refusal not_found
 */
export async function lockDeal(tx: Tx, dealId: number): Promise<LockedSums> {
  const [deal, splits] = await Promise.all([
    sql.lockDealInShort(tx, dealId),
    sql.splitsInShort(tx, dealId),
  ])
  if (!deal) throw notFound()
  return { deal, splits, now: new Date(deal.now) }
}

/**
 * Locks the deal of a split.
 *
 * @throws Refusal not_found
 */
export async function lockDealOfSplit(
  tx: Tx,
  splitId: number,
): Promise<LockedDeal & { split: sql.SplitRow }> {
  const [locked, splits] = await Promise.all([
    sql.lockDealOfSplit(tx, splitId),
    sql.splitsBeside(tx, splitId),
  ])
  const split = splits.find(({ id }) => id === splitId)
  if (!locked || !split) throw notFound()
  const { now, ...deal } = locked
  return { deal, splits, now, split }
}

/**
 * Locks the deal of an entry.
 *
 * @throws Refusal not_found
 */
export async function lockDealOfEntry(tx: Tx, entryId: string): Promise<LockedDeal> {
  const [locked, splits] = await Promise.all([
    sql.lockDealOfEntry(tx, entryId),
    sql.splitsOfEntry(tx, entryId),
  ])
  if (!locked) throw notFound()
  const { now, ...deal } = locked
  return { deal, splits, now }
}

export interface Posting {
  kind: EntryKind
  amountMinor: number
  /** Defaults to now. */
  occurredAt?: string | undefined
  reference?: string | undefined
  reason?: string | undefined
  notes?: string | undefined
  /** With `drawId`, only for draws. */
  dealSplitId?: number | undefined
  drawId?: string | undefined
  /** Only for a reversal. */
  reverses?: { id: string; kind: EntryKind } | undefined
  /** The parts of a collection or clawback; below 0 for its reversal. */
  parts?: Parts | undefined
}

/**
 * Posts an entry to a locked deal and updates the stored sums. The statement is queued, not awaited. A transaction can
 * post to a deal only once, because `deal` keeps the values that it had when it was locked.
 */
export function postEntry(
  tx: Tx,
  actor: Actor,
  { deal, now }: Pick<LockedSums, 'now'> & { deal: Pick<sql.DealRow, 'id' | 'entryCount'> },
  posting: Posting,
): sql.EntryRow {
  const { kind, amountMinor, reverses, dealSplitId, parts = NOBODY } = posting
  const createdAt = now.toISOString()
  const entry: sql.NewEntry = {
    id: newId(),
    dealId: deal.id,
    position: deal.entryCount + 1,
    kind,
    amountMinor,
    occurredAt: new Date(posting.occurredAt ?? createdAt).toISOString(),
    createdAt,
    createdBy: actorRef(actor),
    reference: posting.reference ?? null,
    reason: posting.reason ?? null,
    notes: posting.notes ?? null,
    dealSplitId: dealSplitId ?? null,
    drawId: posting.drawId ?? null,
    reversesId: reverses?.id ?? null,
  }
  const moves = movesOf({ kind, amountMinor, dealSplitId, reversedKind: reverses?.kind, parts })
  sql.insertEntry(tx, entry, [...parts], moves)
  return { ...entry, reversedBy: null, parts: [...parts] }
}

const NOBODY: Parts = new Map()
