import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type CallInput,
  type Client,
  createClient,
  type Failure,
  type OperationName,
  type Operations,
  type Result,
  type Success,
} from '../sdk/client.ts'
import { askAgain } from './ask-again.ts'
import type { QueryKey, QueryName } from './queries.ts'
import { notingFetch } from './reach.ts'
import { untilSignedIn } from './signed-out.ts'
import { failureWords } from './ui/failures/failure-words.rules.ts'

/** The service, as everybody else calls it; the session is in a cookie that no script can read. */
export const api: Client = createClient({
  baseUrl: '',
  session: 'cookie',
  maxWaitMs: 5_000,
  fetch: notingFetch,
  renew: untilSignedIn,
})

export type Answer<N extends OperationName> = Operations[N]['answer']
/** What an operation answers under `data`. */
export type Data<N extends OperationName> = Answer<N> extends { data: infer D } ? D : never
/** One of what a listing answers. */
export type Item<N extends OperationName> = Data<N> extends (infer I)[] ? I : never
/** What an operation takes as its body. */
export type Body<N extends OperationName> = Operations[N]['body']

/** What the service refused, thrown for queries and forms to catch. */
export class Refused extends Error {
  override name = 'Refused'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failureWords(failure))
    this.failure = failure
  }
}

/** The refusal's code, where an error is one. */
export const codeOf = (error: unknown): Failure['code'] | undefined =>
  error instanceof Refused ? error.failure.code : undefined

/** @throws Refused if the service refuses. */
export async function accepted<A>(result: Promise<Result<A>>): Promise<Success<A>> {
  const settled = await result
  if (!settled.ok) throw new Refused(settled)
  return settled
}

type Input<N extends OperationName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>]

/**
 * Queries are kept by group, method and input, so that a change can name what it outdates by the beginning of a key.
 */
export function keyOf<N extends OperationName>(name: N, input?: unknown): QueryKey {
  return (input === undefined
    ? name.split('.')
    : [...name.split('.'), input]) as unknown as QueryKey
}

/** The same for a listing that is fetched page by page. */
export const pagesKeyOf = <N extends OperationName>(name: N, input: unknown): QueryKey =>
  [...name.split('.'), input, 'pages'] as unknown as QueryKey

/** A query's options: to use, to load before a route opens, or to read from the cache. */
export function asking<N extends OperationName>(name: N, ...[input]: Input<N>) {
  return {
    queryKey: keyOf(name, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Success<Answer<N>>> =>
      accepted(api.call(name, ...([{ ...input, signal }] as never))) as Promise<Success<Answer<N>>>,
  }
}

interface Asked {
  /** Not asked while false. */
  enabled?: boolean
  /** Asked again after so many milliseconds. */
  refetchInterval?: number | false
  /** Whether the previous answer is shown until the new one is there. */
  keepPrevious?: boolean
}

/** Asks an operation: `useAnswer('obligations.get', {params: {id}})`. */
export function useAnswer<N extends OperationName>(
  name: N,
  input: CallInput<N>,
  { keepPrevious, ...options }: Asked = {},
) {
  return useQuery<Success<Answer<N>>>({
    ...asking(name, ...([input] as unknown as Input<N>)),
    ...options,
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** The answer of every listing. */
type PageOf<N extends OperationName> = Success<Answer<N>> & {
  data: Item<N>[]
  nextCursor: string | null
}

/** Asks a listing page by page; `items` are those of all pages that were asked for. */
export function usePages<N extends OperationName>(
  name: N,
  input: CallInput<N>,
  { keepPrevious, ...options }: Asked = {},
) {
  const query = useInfiniteQuery({
    queryKey: pagesKeyOf(name, input),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<PageOf<N>> => {
      const { query: asked } = input as { query?: object }
      const paged = { ...input, query: { ...asked, ...(pageParam ? { cursor: pageParam } : {}) } }
      return accepted(api.call(name, ...([{ ...paged, signal }] as never))) as never
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...options,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  return { ...query, items: query.data?.pages.flatMap((page) => page.data) ?? [] }
}

interface Changed<N extends OperationName> {
  /** The queries that it outdates: `['obligations']`, `['definitions', 'get']`. */
  outdates?: readonly QueryName[]
  onDone?: (answer: Success<Answer<N>>, input: CallInput<N>) => void
  /** A form shows refusals beside its fields, so no toast does. */
  shown?: boolean
}

/** Does an operation: `const waive = useChange('obligations.waive', {outdates: [['obligations']]})`. */
export function useChange<N extends OperationName>(
  name: N,
  { outdates = [], onDone, shown = false }: Changed<N> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    meta: { shown },
    mutationFn: (input: CallInput<N>): Promise<Success<Answer<N>>> =>
      accepted(api.call(name, ...([input] as never))) as Promise<Success<Answer<N>>>,
    onSuccess: async (answer, input) => {
      onDone?.(answer, input)
      await askAgain(queries, outdates)
    },
    // The change was based on old data: whoever is told so should see the new data.
    onError: async (error) => {
      if (error instanceof Refused && error.failure.status === 409)
        await askAgain(queries, outdates)
    },
  })
}
