import type { UserActor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { moneySight } from '../policies/money.ts'
import * as sql from './holds.sql.ts'
import type { StakeRow } from './ledger.sql.ts'
import { type LockedDeal, lockDealOfSplit } from './ledger.ts'
import { tellOfSplit } from './new-stakes.ts'
import { stakeOut } from './projection.rules.ts'
import { isHeld, pendingParts } from './splits.rules.ts'

/**
 * Of a retired stake too: what it earned could be drawn.
 *
 * @throws Refusal not_found, already_held
 */
export async function holdSplit(
  tx: Tx,
  actor: UserActor,
  splitId: number,
  { reason }: { reason: string },
) {
  const { stake, ...locked } = await lockDealOfSplit(tx, splitId)
  if (isHeld(stake)) {
    throw new Refusal(
      'already_held',
      'The split is already held; release it before you hold it again.',
    )
  }
  return changed(tx, actor, locked, 'held', await sql.holdStake(tx, splitId, reason))
}

/** @throws Refusal not_found, not_held */
export async function releaseSplit(
  tx: Tx,
  actor: UserActor,
  splitId: number,
  { reason }: { reason: string },
) {
  const { stake, ...locked } = await lockDealOfSplit(tx, splitId)
  if (!isHeld(stake)) throw new Refusal('not_held')
  return changed(tx, actor, locked, 'released', await sql.releaseStake(tx, splitId, reason))
}

async function changed(
  tx: Tx,
  actor: UserActor,
  { deal, stakes }: LockedDeal,
  verb: 'held' | 'released',
  stake: StakeRow,
) {
  tellOfSplit(tx, actor, stake, verb)
  const all = stakes.map((one) => (one.id === stake.id ? stake : one))
  return stakeOut(await moneySight(tx, actor), stake, pendingParts(all, deal))
}
