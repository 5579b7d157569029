import type { MoneyVisibleTo } from '../../../contract/workspace.ts'
import { type Actor, seatOf } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { Port } from '../../platform/port.ts'
import {
  ALL_MONEY,
  type MoneySight,
  moneySightOf,
  type StakeOwner,
  seesAllMoney,
} from './money.rules.ts'
import { findMoneyVisibility } from './money.sql.ts'

/** The domain that keeps stakes, by whose they are. */
export interface Stakes {
  /** The stakes of one person: as that login, and as that person. */
  ofSeat(tx: Tx, seat: { accountId: string; crmUserId: number }): Promise<StakeOwner[]>
  /** The stakes that people have in these deals. */
  ofDeals(tx: Tx, dealIds: readonly number[]): Promise<StakeOwner[]>
}

export const stakes = new Port<Stakes>('stakes')

/** Who sees money, and stakes by whose they are. */
export interface MoneyPolicy {
  visibleTo: MoneyVisibleTo
  stakes: StakeOwner[]
}

/**
 * What the actor sees of the money of deals, as the workspace has it now: to be asked in the transaction that answers,
 * before what is answered is read.
 */
export async function moneySight(tx: Tx, actor: Actor): Promise<MoneySight> {
  if (seesAllMoney(actor)) return ALL_MONEY
  const seat = seatOf(actor)
  if (!seat) return moneySightOf(actor, 'managers', [])
  const policy = await policyWith(tx, stakes.filled.ofSeat(tx, seat))
  return moneySightOf(actor, policy.visibleTo, policy.stakes)
}

/** Who sees the money of these deals, for whoever tells several of it: what each sees is `moneySightOf`. */
export const moneyOfDeals = (tx: Tx, dealIds: readonly number[]): Promise<MoneyPolicy> =>
  policyWith(tx, stakes.filled.ofDeals(tx, dealIds))

async function policyWith(tx: Tx, owners: Promise<StakeOwner[]>): Promise<MoneyPolicy> {
  const [visibleTo, found] = await Promise.all([findMoneyVisibility(tx), owners])
  return { visibleTo, stakes: found }
}
