import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type CallInput,
  type CallOptions,
  type Client,
  createClient,
  type Failure,
  type OperationName,
  type Operations,
  type Result,
  type Success,
} from '../../sdk/client.ts'
import { askAgain } from './ask-again.ts'
import { failureWords } from './failures/failure-words.rules.ts'
import { useOnce } from './once-reached.ts'
import type { QueryKey, QueryName } from './queries.ts'
import { notingFetch } from './reach.ts'
import { untilSignedIn } from './signed-out.ts'

/** The service, as everybody else calls it; the session is in a cookie that no script can read. */
export const api: Client = createClient({
  baseUrl: '',
  session: 'cookie',
  maxWaitMs: 5_000,
  fetch: notingFetch,
  renew: untilSignedIn,
})

export type Answer<N extends OperationName> = Operations[N]['answer']
/** The `data` of an operation's answer. */
export type Data<N extends OperationName> = Answer<N> extends { data: infer D } ? D : never
/** One item of a listing's answer. */
export type Item<N extends OperationName> = Data<N> extends (infer I)[] ? I : never
/** An operation's body. */
export type Body<N extends OperationName> = Operations[N]['body']

/** A refusal of the service, thrown for queries and forms to catch. */
export class Refused extends Error {
  override name = 'Refused'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failureWords(failure))
    this.failure = failure
  }
}

/** The code of an error that is a refusal. */
export const codeOf = (error: unknown): Failure['code'] | undefined =>
  error instanceof Refused ? error.failure.code : undefined

/**
 * Why there is nothing to show: a query was never answered, or what it asks for is gone. An answer that is only asked for
 * again in vain stays.
 */
export const whyNothing = ({
  data,
  error,
}: {
  data: unknown
  error: Error | null
}): Error | null => (data === undefined || codeOf(error) === 'not_found' ? error : null)

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
  /** While false, nothing is requested. */
  enabled?: boolean
  /** Asks again after this many milliseconds. */
  refetchInterval?: number | false
  /** Whether the previous answer is shown until the new one is there. */
  keepPrevious?: boolean
}

interface AskedWith<N extends OperationName> extends Asked {
  /** The data that is known already, and shown until the answer is there. */
  placeholder?: Answer<N>
}

/** Asks an operation: `useAnswer('obligations.get', {params: {id}})`. */
export function useAnswer<N extends OperationName>(
  name: N,
  input: CallInput<N>,
  { keepPrevious, placeholder, ...options }: AskedWith<N> = {},
) {
  return useQuery<Success<Answer<N>>>({
    ...asking(name, ...([input] as unknown as Input<N>)),
    ...options,
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
    ...(placeholder ? { placeholderData: placeholder as never } : {}),
  })
}

/** The answer of every listing. */
type PageOf<N extends OperationName> = Success<Answer<N>> & {
  data: Item<N>[]
  nextCursor: string | null
}

/** Asks a listing page by page. `items` are those of all pages requested so far. */
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

/** Asks a listing page by page until it is whole, for what would be wrong with a part of it: sums, and days without gaps. */
export function useAllPages<N extends OperationName>(
  name: N,
  input: CallInput<N>,
  asked: Asked = {},
) {
  const list = usePages(name, input, asked)
  const { isPending, error, hasNextPage, isFetching, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { ...list, isWhole: !isPending && !hasNextPage }
}

interface Changed<N extends OperationName> {
  /** The queries that it outdates: `['obligations']`, `['definitions', 'get']`. */
  outdates?: readonly QueryName[]
  onDone?: (answer: Success<Answer<N>>, input: CallInput<N>) => void
  /**
   * What closes the dialog that asked for it, or goes on to another page. Not called if the dialog was closed meanwhile: by
   * then, another one may be open.
   */
  onDoneHere?: (answer: Success<Answer<N>>) => void
  /**
   * Whether refusals are shown elsewhere, as beside a form's fields, so that no toast is needed. While the service is
   * away, such a change waits, and is then sent once.
   */
  shown?: boolean
  /** Whether it waits on if what asked for it is left. */
  stays?: boolean
}

/** Runs an operation: `const waive = useChange('obligations.waive', {outdates: [['obligations']]})`. */
export function useChange<N extends OperationName>(
  name: N,
  { outdates = [], onDone, onDoneHere, shown = false, stays = false }: Changed<N> = {},
) {
  const queries = useQueryClient()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const once = useOnce(stays)
  return useMutation({
    meta: { shown },
    mutationFn: (input: CallInput<N>): Promise<Success<Answer<N>>> => {
      const send = (how: CallOptions = {}) => api.call(name, ...([{ ...how, ...input }] as never))
      return accepted(shown ? once(send) : send()) as Promise<Success<Answer<N>>>
    },
    onSuccess: async (answer, input) => {
      if (isHere.current) onDoneHere?.(answer)
      onDone?.(answer, input)
      await askAgain(queries, outdates)
    },
    // The change was based on old data, so show the new data to the person who reads the refusal.
    onError: async (error) => {
      if (error instanceof Refused && error.failure.status === 409)
        await askAgain(queries, outdates)
    },
  })
}
