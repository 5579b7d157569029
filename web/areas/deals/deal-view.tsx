import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useAnswer, usePages } from '../../api.ts'
import { usePeople } from '../../session.ts'
import { moneyText } from '../../ui/money.tsx'
import { isWhole } from './deals.rules.ts'
import { HOUSE_NAME, partyName } from './parties.rules.ts'
import type { AsMoney, Deal, Party, Stake, WholeDeal } from './types.ts'

interface DealView {
  deal: Deal
  /** The deal where all of its money is seen; nothing where only the reader's own stakes are. */
  whole: WholeDeal | undefined
  stakes: readonly Stake[]
  money: AsMoney
  nameOf: (party: Party) => string
  /** Whose a part is; `null` is the house, which has what no stake has. */
  nameOfPart: (dealSplitId: number | null) => string
}

const Context = createContext<DealView | null>(null)

/** The deal whose page this is, with all its stakes. */
export function useDealView(): DealView {
  return useContext(Context)!
}

/** The deal for what is only offered to whoever sees all of its money. */
export function useWholeDeal(): WholeDeal {
  return useDealView().whole!
}

/** What everything on a deal's page reads; changes outdate both queries alike. */
export function useDeal(id: number) {
  const deal = useAnswer('accounting.getDeal', { params: { id } })
  const stakes = usePages('accounting.listSplits', { query: { dealId: id, limit: 1000 } })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = stakes
  useEffect(() => {
    // What is the house's follows from all stakes, so all are loaded.
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    deal: deal.data?.data,
    stakes: stakes.isPending || hasNextPage ? undefined : stakes.items,
    error: deal.error ?? stakes.error,
    retry: () => {
      deal.refetch()
      stakes.refetch()
    },
  }
}

interface Props {
  deal: Deal
  stakes: readonly Stake[]
  children: ReactNode
}

export function DealViewProvider({ deal, stakes, children }: Props) {
  const { seats } = usePeople()
  const view = useMemo((): DealView => {
    const nameOf = (party: Party) => partyName(party, seats)
    return {
      deal,
      stakes,
      nameOf,
      whole: isWhole(deal) ? deal : undefined,
      money: (minor) => moneyText(minor, deal.currency),
      nameOfPart: (dealSplitId) => {
        const stake = stakes.find(({ id }) => id === dealSplitId)
        if (stake) return nameOf(stake)
        const hasStake = stakes.some(({ partyKind }) => partyKind === 'house')
        return hasStake ? `${HOUSE_NAME} (the rest)` : HOUSE_NAME
      },
    }
  }, [deal, stakes, seats])
  return <Context value={view}>{children}</Context>
}
