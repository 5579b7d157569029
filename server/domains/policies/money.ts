import type { MoneyVisibleTo } from '../../../contract/workspace.ts'
import { type Actor, seatOf } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { Port } from '../../platform/port.ts'
import {
  ALL_MONEY,
  type MoneySight,
  moneySightOf,
  type SplitOwner,
  seesAllMoney,
} from './money.rules.ts'
import { findMoneyVisibility } from './money.sql.ts'

/** The domain that keeps splits, by whose they are. */
export interface Splits {
  /** The splits of one person: as that login, and as that person. */
  ofSeat(tx: Tx, seat: { accountId: string; crmUserId: number }): Promise<SplitOwner[]>
  /** The splits that people have in these deals. */
  ofDeals(tx: Tx, dealIds: readonly number[]): Promise<SplitOwner[]>
}

export const splits = new Port<Splits>('splits')

/** Who sees money, and splits by whose they are. */
export interface MoneyPolicy {
  visibleTo: MoneyVisibleTo
  splits: SplitOwner[]
}

/**
 * What the actor sees of the money of deals, as the workspace has it now: to be asked in the transaction that answers,
 * before what is answered is read.
 */
export async function moneySight(tx: Tx, actor: Actor): Promise<MoneySight> {
  if (seesAllMoney(actor)) return ALL_MONEY
  const seat = seatOf(actor)
  if (!seat) return moneySightOf(actor, 'managers', [])
  const policy = await policyWith(tx, splits.filled.ofSeat(tx, seat))
  return moneySightOf(actor, policy.visibleTo, policy.splits)
}

/** Who sees the money of these deals, for whoever tells several of it: what each sees is `moneySightOf`. */
export const moneyOfDeals = (tx: Tx, dealIds: readonly number[]): Promise<MoneyPolicy> =>
  policyWith(tx, splits.filled.ofDeals(tx, dealIds))

async function policyWith(tx: Tx, owners: Promise<SplitOwner[]>): Promise<MoneyPolicy> {
  const [visibleTo, found] = await Promise.all([findMoneyVisibility(tx), owners])
  return { visibleTo, splits: found }
}
