import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput, OperationName, Success } from '../../sdk/client.ts'
import { type Answer, asking, keyOf } from './api.ts'
import type { QueryKey } from './queries.ts'

/** Keeps an answer as if its operation had been asked. */
type Keep = <N extends OperationName>(name: N, input: CallInput<N>, answer: Answer<N>) => void

/**
 * Asks an operation whose answer has those of several others, and keeps each as its own. What shows them asks for each
 * by itself, once `isAsking` is false: then it is there, and from then on each is outdated by itself. If this one fails,
 * they are asked for one by one.
 */
export function useTogether<N extends OperationName>(
  name: N,
  input: CallInput<N>,
  keep: (answer: Answer<N>, keep: Keep) => void,
) {
  const queries = useQueryClient()
  const { queryKey, queryFn } = asking(name, ...([input] as never))
  return useQuery<Success<Answer<N>>>({
    queryKey,
    queryFn: async (context) => {
      const answer = await queryFn(context)
      keep(answer as Answer<N>, (of, asked, part) => keepPart(queries, keyOf(of, asked), part))
      return answer
    },
    // Later, each is asked for by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Keeps a part as its query's answer. If an event has outdated that in the meantime, it may be older than the event. */
export function keepPart(queries: QueryClient, queryKey: QueryKey, part: unknown): void {
  const isOutdated = queries.getQueryState(queryKey)?.isInvalidated
  queries.setQueryData(queryKey, part)
  if (isOutdated) void queries.invalidateQueries({ queryKey, exact: true })
}
