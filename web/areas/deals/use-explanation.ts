import { useInfiniteQuery } from '@tanstack/react-query'
import { accepted, api, pagesKeyOf } from '../../api.ts'

/** How the figures of a stake come about, with the entries behind them page by page. */
export function useExplanation(stakeId: number) {
  const query = useInfiniteQuery({
    queryKey: pagesKeyOf('accounting.explainAvailability', { id: stakeId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      accepted(
        api.accounting.explainAvailability(
          { id: stakeId },
          { limit: 200, signal, ...(pageParam ? { cursor: pageParam } : {}) },
        ),
      ),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  return {
    ...query,
    /** As of the newest answer. */
    figures: query.data?.pages.at(-1)?.data.figures,
    entries: query.data?.pages.flatMap((page) => page.data.entries) ?? [],
  }
}
