import type { PartyKind } from '../../../contract/accounting.ts'
import type { MoneyVisibleTo } from '../../../contract/workspace.ts'
import { type Actor, holdsRole, type Seating, seatOf } from '../../platform/actor.ts'

/** A split, by whose it is. */
export interface SplitOwner {
  id: number
  dealId: number
  partyKind: PartyKind
  accountId: string | null
  crmUserId: number | null
}

/** What somebody sees of the money of deals: the whole of it, or these splits and their deals and nothing else. */
export type MoneySight =
  | { whole: true }
  | { whole: false; splits: ReadonlySet<number>; deals: ReadonlySet<number> }

/** Whether the setting makes no difference to them: the service itself, managers and above. */
export const seesAllMoney = (actor: Actor): boolean => holdsRole(actor, 'manager')

/**
 * What an actor sees. An ingest key holds no role and sees none.
 *
 * @param splits those that are in question; the actor's own are picked out of them.
 */
export function moneySightOf(
  actor: Actor,
  visibleTo: MoneyVisibleTo,
  splits: readonly SplitOwner[],
): MoneySight {
  const seat = seatOf(actor)
  if (seesAllMoney(actor) || (seat && visibleTo === 'everyone')) return ALL_MONEY
  const own = seat && visibleTo === 'own' ? splits.filter((split) => isOwn(split, seat)) : []
  return {
    whole: false,
    splits: new Set(own.map(({ id }) => id)),
    deals: new Set(own.map(({ dealId }) => dealId)),
  }
}

export const ALL_MONEY: MoneySight = { whole: true }

export const seesSplit = (sight: MoneySight, id: number): boolean =>
  sight.whole || sight.splits.has(id)
export const seesDeal = (sight: MoneySight, id: number): boolean =>
  sight.whole || sight.deals.has(id)

/** For SQL: the ids of what is seen, `null` where that is all. */
export const splitsSeen = (sight: MoneySight): number[] | null =>
  sight.whole ? null : [...sight.splits]
export const dealsSeen = (sight: MoneySight): number[] | null =>
  sight.whole ? null : [...sight.deals]

/** As the login, or as the person. */
const isOwn = ({ partyKind, accountId, crmUserId }: SplitOwner, seat: Seating): boolean =>
  (partyKind === 'account' && accountId === seat.accountId) ||
  (partyKind === 'crm_user' && crmUserId === seat.crmUserId)
