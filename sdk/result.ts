import type { FeedEvent, Issue, Operations, RefusalCode, Row, RowError } from './types.ts'
import type { Given, UrlInput } from './url.ts'

export interface CallOptions {
  /** An Idempotency-Key of your own, or `false` for none. By default, every POST that takes a key gets a random one. */
  idempotencyKey?: string | false
  signal?: AbortSignal
  /** How long one attempt of this call may take, in place of the client's `timeoutMs`. */
  timeoutMs?: number
}

export interface Meta {
  /** The HTTP status; 0 if no answer came. */
  status: number
  headers: Headers
  /** Identifies the request in the service's log. */
  requestId: string | null
}

/** A success: the members of the answer, with its status and headers. */
export type Success<A> = Meta & {
  ok: true
  /** Whether this is the stored answer to an earlier request with the same Idempotency-Key. */
  replayed: boolean
  /** The body, if it is not JSON, such as a write guide in Markdown. */
  text?: string
} & (A extends undefined ? unknown : A)

export interface Failure extends Meta {
  ok: false
  /** `unreachable`: no answer came. `unexpected`: one came, but not from the service. */
  code: RefusalCode | 'unreachable' | 'unexpected'
  message: string
  /** What of several things the code says it is, such as `role_too_low`. docs/errors.md lists the reasons. */
  reason: string | null
  /** With a reason: what the message names. */
  values: Record<string, unknown>
  /** For an ingest write: everything that is wrong with its rows. */
  errors: RowError[]
  /** For other requests: everything that is wrong with the body or query. */
  issues: Issue[]
  /** For a change of one row that was refused with `row_changed`: the row as it is now. */
  current: Row | null
  /** With `insufficient_scope`: the scope that the access token lacks. */
  scope: string | null
  /** Of a workbook that an import refused. */
  sheets: string[]
  /** Seconds after which the same request may succeed. */
  retryAfter: number | null
}

export type Result<A> = Success<A> | Failure

export type OperationName = keyof Operations

/** What an operation takes, with named members. */
export type CallInput<N extends OperationName> = CallOptions &
  UrlInput<N> &
  Given<'body', Operations[N]['body']>

/** The operations that list something page by page. */
export type ListName = {
  [N in OperationName]: Operations[N] extends { item: unknown } ? N : never
}[OperationName]

/** One item of such a list. */
export type ItemOf<N extends ListName> = Operations[N] extends { item: infer I } ? I : never

type ParamsOf<T> = [T] extends [undefined] ? [] : [params: T]
type BodyOf<T> = [T] extends [undefined] ? [] : [body: T]
type Options<Q> = CallOptions & ([Q] extends [undefined] ? unknown : Q)
/** The path parameters and the body, if the operation has them, then the query together with call options. */
type Arguments<N extends OperationName, Q = Operations[N]['query']> = [
  ...ParamsOf<Operations[N]['params']>,
  ...BodyOf<Operations[N]['body']>,
  options?: Options<Q>,
]
/** A list is iterated over as JSON. */
type PagesQuery<Q> = Q extends { format?: unknown } ? Omit<Q, 'format'> : Q

/** The request in one of the cases that an operation has different answers for. */
type CaseArguments<N extends OperationName, C> = [
  ...ParamsOf<Operations[N]['params']>,
  ...BodyOf<C extends { body: infer B } ? B : Operations[N]['body']>,
  ...(C extends { query: infer Q }
    ? Record<never, never> extends Q
      ? [options?: Options<Operations[N]['query'] & Q>]
      : [options: Options<Operations[N]['query'] & Q>]
    : [options?: Options<Operations[N]['query']>]),
]
type CaseMethods<N extends OperationName, C> = C extends [infer First, ...infer Rest]
  ? ((
      ...args: CaseArguments<N, First>
    ) => Promise<Result<First extends { answer: infer A } ? A : never>>) &
      CaseMethods<N, Rest>
  : unknown

type Method<N extends OperationName> = (Operations[N] extends { cases: infer C }
  ? CaseMethods<N, C>
  : unknown) &
  ((...args: Arguments<N>) => Promise<Result<Operations[N]['answer']>>) &
  (N extends ListName
    ? {
        /** Yields the items of all pages. Takes the same as the method; a page that is refused throws a `RefusedError`. */
        iterate(
          ...args: Arguments<N, PagesQuery<Operations[N]['query']>>
        ): AsyncGenerator<ItemOf<N>, void, undefined>
      }
    : unknown)

type Split<N extends string> = N extends `${infer G}.${infer M}` ? [G, M] : never
type Group = Split<OperationName>[0]
export type Grouped = {
  [G in Group]: {
    [N in OperationName as Split<N>[0] extends G ? Split<N>[1] : never]: Method<N>
  }
}

/** What to listen to: a board by its id, a board or page by its key, or the whole workspace if neither is given. */
export interface ListenTo {
  board?: string
  definition?: string
}

export interface ListenOptions extends Pick<CallOptions, 'signal'> {
  /** The `cursor` of the last event you have seen, to continue after it. By default, listening starts now. */
  after?: string
}

export interface Client extends Grouped {
  /** Any operation by its name: `call('boards.get', {params: {id}})`. */
  call<N extends OperationName>(
    name: N,
    ...input: Record<never, never> extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
  ): Promise<Result<Operations[N]['answer']>>
  /** The items of any list by its name: `for await (const row of client.iterate('boards.listRows', {params: {id}})) …`. */
  iterate<N extends ListName>(
    name: N,
    ...input: Record<never, never> extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
  ): AsyncGenerator<ItemOf<N>, void, undefined>
  /** Yields events as they happen: `for await (const event of client.listen({board})) …`. */
  listen(to?: ListenTo, options?: ListenOptions): AsyncGenerator<FeedEvent>
}
