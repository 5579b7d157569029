import { useInfiniteQuery } from '@tanstack/react-query'
import { accepted, api, pagesKeyOf } from '../../../service/api.ts'

/** How the figures of a split are calculated, with the entries behind them page by page. */
export function useExplanation(splitId: number) {
  const query = useInfiniteQuery({
    queryKey: pagesKeyOf('accounting.explainAvailability', { id: splitId }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      accepted(
        api.accounting.explainAvailability(
          { id: splitId },
          { limit: 200, signal, ...(pageParam ? { cursor: pageParam } : {}) },
        ),
      ),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  return {
    ...query,
    /** From the newest answer. */
    figures: query.data?.pages.at(-1)?.data.figures,
    entries: query.data?.pages.flatMap((page) => page.data.entries) ?? [],
  }
}
