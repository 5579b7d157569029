import type { PartyKind } from '../../../contract/accounting/accounting.ts'
import type { MoneyVisibleTo } from '../../../contract/workspaces/money-visibility.ts'
import { type Actor, holdsRole, type Seating, seatOf } from '../../platform/actor.ts'

/** A split and whose it is. */
export interface SplitOwner {
  id: number
  dealId: number
  partyKind: PartyKind
  accountId: string | null
  crmUserId: number | null
}

/** Which of the deals' money somebody sees: all of it, or only these splits and their deals. */
export type MoneySight =
  | { whole: true }
  | { whole: false; splits: ReadonlySet<number>; deals: ReadonlySet<number> }

/** Whether the actor sees all money, whatever the setting: the service itself, managers and above do. */
export const seesAllMoney = (actor: Actor): boolean => holdsRole(actor, 'manager')

/**
 * What money an actor sees. An ingest key has no role and sees none.
 *
 * @param splits the splits to choose from: the actor's own are picked out of them.
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

/** The ids of the splits or deals that are seen, for SQL; `null` means all. */
export const splitsSeen = (sight: MoneySight): number[] | null =>
  sight.whole ? null : [...sight.splits]
export const dealsSeen = (sight: MoneySight): number[] | null =>
  sight.whole ? null : [...sight.deals]

/** A split can name its owner by account or by seat. */
const isOwn = ({ partyKind, accountId, crmUserId }: SplitOwner, seat: Seating): boolean =>
  (partyKind === 'account' && accountId === seat.accountId) ||
  (partyKind === 'crm_user' && crmUserId === seat.crmUserId)
