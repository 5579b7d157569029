import { formOf } from './forms.ts'
import { iterate } from './iterate.ts'
import { type ListenOptions, type ListenTo, listen } from './listen.ts'
import { type OperationFacts, operations } from './operations.ts'
import { backoff, pause } from './pauses.ts'
import { randomKey } from './random-key.ts'
import type { FeedEvent, Issue, Operations, RefusalCode, Row, RowError } from './types.ts'
import { type Given, type UrlInput, urlOf } from './url.ts'

export {
  type ImportChoices,
  type Imported,
  type ImportOptions,
  type ImportTo,
  importFile,
} from './imports.ts'
export { ListenError, type ListenOptions, type ListenTo } from './listen.ts'
export { RefusedError } from './refused.ts'
export type * from './types.ts'
export {
  type FileNaming,
  type FileSource,
  fileOf,
  type UploadOptions,
  uploadFile,
} from './uploads.ts'
export { type UrlInput, urlOf } from './url.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
  type WebhookPayload,
  type WebhookTest,
} from './webhooks.ts'

export interface ClientOptions {
  /** Where the service is, as `https://records.example.com`; empty for the page's own origin. */
  baseUrl: string
  /** The access token of a sign-in, or one made for a program (`sbt_…`), for everything but ingest. */
  token?: string | undefined
  /** In a page of the service itself: the session is kept in a cookie that no script reads, and no `token` is needed. */
  session?: 'cookie'
  /** A board or page key, for the ingest routes. */
  key?: string | undefined
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
  /** How often a request is retried after 429, 503 or a lost connection. The default is 3. */
  retries?: number
  /** The longest wait between two attempts. A longer `Retry-After` is left to the caller. The default is 65 s. */
  maxWaitMs?: number
  /** How long one attempt may take. The default is 30 s. */
  timeoutMs?: number
  /**
   * Called when a request is refused with `unauthenticated`, with the time of `performance.now()` at which it was sent. If
   * it resolves to true, the request is sent again.
   */
  renew?: (sentAt: number) => Promise<boolean>
}

export interface CallOptions {
  /** An Idempotency-Key of your own, or `false` for none. By default, every POST that takes a key gets a random one. */
  idempotencyKey?: string | false
  signal?: AbortSignal
  /** How long one attempt of this call may take, in place of the client's `timeoutMs`. */
  timeoutMs?: number
}

interface Meta {
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

/** What is asked for in one of the cases that an operation has different answers for. */
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
type Grouped = {
  [G in Group]: {
    [N in OperationName as Split<N>[0] extends G ? Split<N>[1] : never]: Method<N>
  }
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

/** An input without its types, as the code below uses it. */
interface AnyInput extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Makes a client. Its methods do not throw if the service refuses a request or does not answer; check `ok`. They reject
 * only if the call's own `signal` is aborted or a path parameter is missing.
 */
export function createClient(options: ClientOptions): Client {
  const pages = (name: OperationName, { query = {}, ...input }: AnyInput = {}) => {
    const { items }: OperationFacts = operations[name]
    if (items === undefined) throw new TypeError(`${name} is not a list with pages`)
    return iterate((asked) => call(options, name, { ...input, query: asked }), query, items)
  }
  const client: Record<string, unknown> = {
    call: (name: OperationName, input: AnyInput = {}) => call(options, name, input),
    iterate: pages,
    listen: (to?: ListenTo, how?: ListenOptions) => listen(client as unknown as Client, to, how),
  }
  for (const name of Object.keys(operations) as OperationName[]) {
    const [group, method] = name.split('.') as [string, string]
    client[group] ??= {}
    const methods = client[group] as Record<string, unknown>
    const { items }: OperationFacts = operations[name]
    methods[method] = Object.assign(
      (...args: unknown[]) => call(options, name, inputOf(name, args)),
      items && { iterate: (...args: unknown[]) => pages(name, inputOf(name, args)) },
    )
  }
  return client as unknown as Client
}

function inputOf(name: OperationName, args: unknown[]): AnyInput {
  const { path, hasBody }: OperationFacts = operations[name]
  const rest = [...args]
  const params = path.includes('{') ? { params: rest.shift() as AnyInput['params'] } : {}
  const body = hasBody ? { body: rest.shift() } : {}
  const { idempotencyKey, signal, timeoutMs, ...query } = (rest[0] ?? {}) as CallOptions &
    AnyInput['query']
  return { ...params, ...body, query, idempotencyKey, signal, timeoutMs } as AnyInput
}

async function call(
  options: ClientOptions,
  name: OperationName,
  input: AnyInput,
): Promise<Result<object>> {
  const { method, takesKey }: OperationFacts = operations[name]
  const dryRun = input.query?.dryRun === true
  const key = takesKey && !dryRun ? (input.idempotencyKey ?? randomKey()) : false
  const request = requestOf(options, name, input, key)
  // Requests that can be sent twice without a second effect.
  const repeatable = method === 'POST' ? key !== false || dryRun : method !== 'DELETE'
  const retries = options.retries ?? 3
  for (let attempt = 0; ; attempt++) {
    const sentAt = performance.now()
    const result = await send(options, request, input)
    if (!result.ok && result.code === 'unauthenticated' && (await options.renew?.(sentAt))) continue
    if (result.ok || attempt >= retries || !isPassing(result, repeatable)) return result
    const wait = result.retryAfter !== null ? result.retryAfter * 1000 : backoff(attempt)
    if (wait > (options.maxWaitMs ?? 65_000)) return result
    await pause(wait, input.signal)
  }
}

/** Whether trying again may help and cannot hurt. A request over the rate limit had no effect at all. */
const isPassing = ({ code }: Failure, repeatable: boolean): boolean =>
  code === 'rate_limited' ||
  (repeatable && ['overloaded', 'unreachable', 'request_in_progress'].includes(code))

interface Outgoing {
  url: string
  isStream: boolean
  init: RequestInit
}

function requestOf(
  { baseUrl, token, key: apiKey, session }: ClientOptions,
  name: OperationName,
  { body, ...input }: AnyInput,
  key: string | false,
): Outgoing {
  const { method, isUpload = false, isStream = false }: OperationFacts = operations[name]
  const form =
    body !== undefined && (isUpload || hasFile(body)) ? formOf(body as object) : undefined
  const credential = name.startsWith('ingest.') ? (apiKey ?? token) : (token ?? apiKey)
  return {
    isStream,
    url: originOf(baseUrl) + urlOf(name, input as UrlInput<typeof name>),
    init: {
      method,
      headers: {
        ...(credential ? { authorization: `Bearer ${credential}` } : {}),
        // For a form, `fetch` sets the content type itself, with the boundary between the parts.
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...(key === false ? {} : { 'idempotency-key': key }),
        ...(session ? { 'x-sourcebook-session': session } : {}),
      },
      ...(session ? { credentials: 'same-origin' } : {}),
      ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
    },
  }
}

/** Every path begins with `/v1` already, which some write into the address of a service as well. */
const originOf = (baseUrl: string): string => baseUrl.replace(/(\/v1)?\/*$/, '')

/** An operation that takes JSON or a file is sent a form if there is a file. */
const hasFile = (body: unknown): boolean =>
  isObject(body) && Object.values(body).some((value) => value instanceof Blob)

async function send(
  { fetch: ask = fetch, timeoutMs: usualMs = 30_000 }: ClientOptions,
  { url, init, isStream }: Outgoing,
  { signal, timeoutMs = usualMs }: CallOptions,
): Promise<Result<object>> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new Error(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    const response = await ask(url, { ...init, signal: either })
    // A stream may take as long as its reader does.
    if (isStream && response.ok) return streamed(response)
    return read(response, await response.text())
  } catch (error) {
    signal?.throwIfAborted()
    const message = error instanceof Error ? reasonOf(error) : String(error)
    return failure({ status: 0, headers: new Headers(), requestId: null }, 'unreachable', message)
  } finally {
    clearTimeout(timer)
  }
}

/** Node's own message is only "fetch failed"; the cause says why. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message

function read(response: Response, text: string): Result<object> {
  const meta = metaOf(response)
  const { status, headers } = meta
  const body = parsed(text)
  if (response.ok) {
    const replayed = headers.get('idempotent-replayed') === 'true'
    if (isObject(body)) return { ...body, ...meta, ok: true, replayed }
    return { ...meta, ok: true, replayed, ...(text === '' ? {} : { text }) }
  }
  if (!isObject(body)) return failure(meta, 'unexpected', text.slice(0, 200) || `status ${status}`)
  // Ingest routes put everything inside `error`, the others beside it.
  const refusal = (
    isObject(body.error) ? body.error : { ...body, message: body.error }
  ) as Partial<Failure>
  const { code = 'unexpected', message = `status ${status}` } = refusal
  const { reason = null, values = {}, errors = [], issues = [] } = refusal
  const { current = null, scope = null, sheets = [] } = refusal
  return {
    ...failure(meta, code, message),
    reason,
    values,
    errors,
    issues,
    current,
    scope,
    sheets,
  }
}

const streamed = (response: Response): Success<{ response: Response }> => ({
  ...metaOf(response),
  ok: true,
  replayed: false,
  response,
})

const metaOf = ({ status, headers }: Response): Meta => ({
  status,
  headers,
  requestId: headers.get('x-request-id'),
})

function failure(meta: Meta, code: Failure['code'], message: string): Failure {
  const after = Number(meta.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(after) ? after : null
  return {
    ...meta,
    ok: false,
    code,
    message,
    reason: null,
    values: {},
    errors: [],
    issues: [],
    current: null,
    scope: null,
    sheets: [],
    retryAfter,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
