import type { MoneyVisibleTo } from '../../../contract/workspaces/money-visibility.ts'
import { type Actor, seatOf } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Port } from '../../platform/port.ts'
import {
  ALL_MONEY,
  type MoneySight,
  moneySightOf,
  type SplitOwner,
  seesAllMoney,
} from './money.rules.ts'
import { findMoneyVisibility } from './money.sql.ts'

/** What the domain that keeps splits says about them: whose each split is. */
export interface Splits {
  /** One person's splits: those that name the account, and those that name the seat. */
  ofSeat(tx: Tx, seat: { accountId: string; crmUserId: number }): Promise<SplitOwner[]>
  /** The splits that people have in these deals. */
  ofDeals(tx: Tx, dealIds: readonly number[]): Promise<SplitOwner[]>
}

export const splits = new Port<Splits>('splits')

/** Who sees money, and whose each split is. */
export interface MoneyPolicy {
  visibleTo: MoneyVisibleTo
  splits: SplitOwner[]
}

/**
 * What money of deals the actor sees under the workspace's current setting. Call it in the transaction that answers,
 * before reading the money.
 */
export async function moneySight(tx: Tx, actor: Actor): Promise<MoneySight> {
  if (seesAllMoney(actor)) return ALL_MONEY
  const seat = seatOf(actor)
  if (!seat) return moneySightOf(actor, 'managers', [])
  const policy = await policyWith(tx, splits.filled.ofSeat(tx, seat))
  return moneySightOf(actor, policy.visibleTo, policy.splits)
}

/** Who sees the money of these deals, for several recipients at once; `moneySightOf` says what each of them sees. */
export const moneyOfDeals = (tx: Tx, dealIds: readonly number[]): Promise<MoneyPolicy> =>
  policyWith(tx, splits.filled.ofDeals(tx, dealIds))

async function policyWith(tx: Tx, owners: Promise<SplitOwner[]>): Promise<MoneyPolicy> {
  const [visibleTo, found] = await Promise.all([findMoneyVisibility(tx), owners])
  return { visibleTo, splits: found }
}
