import type { EntryKind } from '../../../../contract/accounting.ts'
import { type Actor, actorRef } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/ids.ts'
import { notFound } from '../../../platform/refusal.ts'
import { movesOf } from './ledger.rules.ts'
import * as sql from './ledger.sql.ts'
import type { Parts, Split } from './shares.rules.ts'

/**
 * A deal whose row is locked: it is the lock for all that moves its money or its splits, so that what is read here holds
 * until the transaction ends.
 */
export interface LockedDeal {
  deal: sql.DealRow
  /** All of its splits, in the order of their ids. */
  splits: sql.SplitRow[]
  /** The database's clock, after whatever was posted before. */
  now: Date
}

/** Locks a deal; nothing, if there is none. The splits are read after the lock is had, in the same round trip. */
export async function findAndLockDeal(tx: Tx, dealId: number): Promise<LockedDeal | undefined> {
  const [locked, splits] = await Promise.all([sql.lockDeal(tx, dealId), sql.splitsOf(tx, dealId)])
  if (!locked) return undefined
  const { now, ...deal } = locked
  return { deal, splits, now }
}

/** A locked deal and its splits, with as much of them as splitting takes. */
export interface LockedSums {
  deal: sql.DealInShort
  splits: Split[]
  now: Date
}

/**
 * Locks a deal to post to it; with what splitting takes and no more, since this is done most.
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
  /** Of draws, with the draw. */
  dealSplitId?: number | undefined
  drawId?: string | undefined
  /** Of a reversal. */
  reverses?: { id: string; kind: EntryKind } | undefined
  /** Of receipts and clawbacks, and of their reversals, where they are below 0. */
  parts?: Parts | undefined
}

/**
 * Posts an entry to a locked deal and moves the kept sums with it. Nothing is waited for: it goes out with the
 * transaction's other statements. One transaction posts once to a deal, since `deal` is as it was locked.
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
