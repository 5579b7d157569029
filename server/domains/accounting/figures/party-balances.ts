import type { PartyKind } from '../../../../contract/accounting/accounting.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { notFound } from '../../../platform/refusal.ts'
import { dealsSeen } from '../../policies/money.rules.ts'
import { moneySight } from '../../policies/money.ts'
import { type Balance, partyOf } from './party-balances.rules.ts'
import { addSeen, balanceOut } from './projection.rules.ts'
import { snapshotsOf } from './snapshots.sql.ts'

const DEALS_AT_ONCE = 1_000

/**
 * Each deal is read at one instant, so the party's figures in it add up. Deals can be read at different times, because
 * they do not depend on each other.
 *
 * @throws Refusal not_found: the reference is not one of that kind of party.
 */
export async function getPartyBalance(tx: Tx, actor: Actor, partyKind: PartyKind, ref: string) {
  const party = partyOf(partyKind, ref)
  if (!party) throw notFound()
  const sight = await moneySight(tx, actor)
  const balances = new Map<string, Balance>()
  for (let after = 0; ; ) {
    const deals = await snapshotsOf(tx, party, dealsSeen(sight), after, DEALS_AT_ONCE)
    addSeen(sight, balances, deals, partyKind === 'house')
    if (deals.length < DEALS_AT_ONCE) break
    after = deals.at(-1)!.id
  }
  return balanceOut(partyKind, ref, balances)
}
