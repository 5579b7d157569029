import type { PartyKind } from '../../../contract/accounting.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import { addDeals, type Balance, partyOf } from './party-balances.rules.ts'
import { snapshotsOf } from './snapshots.sql.ts'

const DEALS_AT_ONCE = 500

/**
 * Each deal is read at one instant, so what the party has in it adds up; deals have nothing to do with one another.
 *
 * @throws Refusal not_found: the reference is none of that kind of party.
 */
export async function getPartyBalance(tx: Tx, partyKind: PartyKind, ref: string) {
  const party = partyOf(partyKind, ref)
  if (!party) throw notFound()
  const balances = new Map<string, Balance>()
  for (let after = 0; ; ) {
    const deals = await snapshotsOf(tx, party, after, DEALS_AT_ONCE)
    addDeals(balances, deals, partyKind === 'house')
    if (deals.length < DEALS_AT_ONCE) break
    after = deals.at(-1)!.id
  }
  return {
    ...{ partyKind, ref },
    balances: [...balances]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, balance]) => ({ currency, ...balance })),
  }
}
