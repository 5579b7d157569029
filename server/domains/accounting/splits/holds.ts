import type { UserActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { moneySight } from '../../policies/money.ts'
import { dealParts } from '../figures/by-terms.rules.ts'
import { splitOut } from '../figures/projection.rules.ts'
import type { SplitRow } from '../ledger/ledger.sql.ts'
import { type LockedDeal, lockDealOfSplit } from '../ledger/ledger.ts'
import { isHeld } from '../ledger/shares.rules.ts'
import * as sql from './holds.sql.ts'
import { appendSplitEvent } from './new-splits.ts'

/**
 * Holds a split. Retired splits can be held too, because what they earned can still be drawn.
 *
 * @throws Refusal not_found, already_held
 */
export async function holdSplit(
  tx: Tx,
  actor: UserActor,
  splitId: number,
  { reason }: { reason: string },
) {
  const { split, ...locked } = await lockDealOfSplit(tx, splitId)
  if (isHeld(split)) {
    throw new Refusal('already_held', 'hold')
  }
  return changed(tx, actor, locked, 'held', await sql.holdSplit(tx, splitId, reason))
}

/** @throws Refusal not_found, not_held */
export async function releaseSplit(
  tx: Tx,
  actor: UserActor,
  splitId: number,
  { reason }: { reason: string },
) {
  const { split, ...locked } = await lockDealOfSplit(tx, splitId)
  if (!isHeld(split)) throw new Refusal('not_held')
  return changed(tx, actor, locked, 'released', await sql.releaseSplit(tx, splitId, reason))
}

async function changed(
  tx: Tx,
  actor: UserActor,
  { deal, splits }: LockedDeal,
  verb: 'held' | 'released',
  split: SplitRow,
) {
  appendSplitEvent(tx, actor, split, verb)
  const all = splits.map((one) => (one.id === split.id ? split : one))
  return splitOut(await moneySight(tx, actor), split, dealParts(all, deal))
}
