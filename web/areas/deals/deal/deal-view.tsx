import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useAllPages, useAnswer } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { moneyText } from '../../../ui/money/money.tsx'
import { isWhole, needsCents } from './deals.rules.ts'
import { HOUSE_NAME, partyName } from './parties.rules.ts'
import type { AsMoney, Deal, HouseRest, Party, Split, WholeDeal } from './types.ts'

interface DealView {
  deal: Deal
  /** The deal, if the reader sees all of its money; undefined if they see only their own splits. */
  whole: WholeDeal | undefined
  splits: readonly Split[]
  /** What no split gets; undefined if the reader sees only their own splits. */
  house: HouseRest | undefined
  /** An amount in the deal's currency. If any figure of the deal has cents, all have, so that columns line up. */
  money: AsMoney
  nameOf: (party: Party) => string
  /** The name of the party of a split. `null` is the house, which gets whatever no split gets. */
  nameOfPart: (dealSplitId: number | null) => string
}

const Context = createContext<DealView | null>(null)

/** The deal whose page this is, with all its splits. */
export function useDealView(): DealView {
  return useContext(Context)!
}

/** The deal, for parts of the page that only people who see all of its money get. */
export function useWholeDeal(): WholeDeal {
  return useDealView().whole!
}

/** Loads what everything on a deal's page reads; changes outdate both queries. */
export function useDeal(id: number) {
  const deal = useAnswer('accounting.getDeal', { params: { id } })
  // The bar and the table show all splits, so all are loaded.
  const splits = useAllPages('accounting.listSplits', { query: { dealId: id, limit: 1000 } })
  return {
    deal: deal.data?.data,
    splits: splits.isWhole ? splits.items : undefined,
    house: splits.data?.pages[0]?.house,
    error: deal.error ?? splits.error,
    retry: () => {
      deal.refetch()
      splits.refetch()
    },
  }
}

interface Props {
  deal: Deal
  splits: readonly Split[]
  house: HouseRest | undefined
  children: ReactNode
}

export function DealViewProvider({ deal, splits, house, children }: Props) {
  const { seats } = usePeople()
  const view = useMemo((): DealView => {
    const nameOf = (party: Party) => partyName(party, seats)
    const others = needsCents(deal, house ? [...splits, house] : splits)
    return {
      deal,
      splits,
      house,
      nameOf,
      whole: isWhole(deal) ? deal : undefined,
      money: (minor, cents = false) => moneyText(minor, deal.currency, cents || others),
      nameOfPart: (dealSplitId) => {
        const split = splits.find(({ id }) => id === dealSplitId)
        if (split) return nameOf(split)
        const hasSplit = splits.some(({ partyKind }) => partyKind === 'house')
        return hasSplit ? `${HOUSE_NAME} (the rest)` : HOUSE_NAME
      },
    }
  }, [deal, splits, house, seats])
  return <Context value={view}>{children}</Context>
}
