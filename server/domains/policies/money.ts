import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { ALL_MONEY, type MoneySight, moneySightOf, seesAllMoney } from './money.rules.ts'
import { type MoneyPolicy, policyForDeals, policyForSeat } from './money.sql.ts'

export type { MoneyPolicy }

/**
 * What the actor sees of the money of deals, as the workspace has it now: to be asked in the transaction that answers,
 * before what is answered is read.
 */
export async function moneySight(tx: Tx, actor: Actor): Promise<MoneySight> {
  if (seesAllMoney(actor)) return ALL_MONEY
  if (actor.kind !== 'user') return moneySightOf(actor, 'managers', [])
  const { visibleTo, stakes } = await policyForSeat(tx, actor)
  return moneySightOf(actor, visibleTo, stakes)
}

/** Who sees the money of these deals, for whoever tells several of it: what each sees is `moneySightOf`. */
export const moneyOfDeals = (tx: Tx, dealIds: readonly number[]): Promise<MoneyPolicy> =>
  policyForDeals(tx, dealIds)
