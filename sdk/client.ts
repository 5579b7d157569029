import { formOf } from './forms.ts'
import { iterate } from './iterate.ts'
import { listen } from './listen.ts'
import { type OperationFacts, operations } from './operations.ts'
import { backoff, pause } from './pauses.ts'
import { randomKey } from './random-key.ts'
import type {
  CallOptions,
  Client,
  Failure,
  Grouped,
  Meta,
  OperationName,
  Result,
  Success,
} from './result.ts'
import { type UrlInput, urlOf } from './url.ts'

export {
  type ImportChoices,
  type Imported,
  type ImportOptions,
  type ImportTo,
  importFile,
} from './imports.ts'
export { ListenError } from './listen.ts'
export { RefusedError } from './refused.ts'
export type {
  CallInput,
  CallOptions,
  Client,
  Failure,
  ItemOf,
  ListenOptions,
  ListenTo,
  ListName,
  OperationName,
  Result,
  Success,
} from './result.ts'
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
  const groups: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(operations) as OperationName[]) {
    const [group, method] = name.split('.') as [string, string]
    const { items }: OperationFacts = operations[name]
    groups[group] ??= {}
    groups[group][method] = Object.assign(
      (...args: unknown[]) => call(options, name, inputOf(name, args)),
      items && { iterate: (...args: unknown[]) => pages(name, inputOf(name, args)) },
    )
  }
  const ask = ((name: OperationName, input: AnyInput = {}) =>
    call(options, name, input)) as Client['call']
  return {
    ...(groups as Grouped),
    call: ask,
    iterate: pages as Client['iterate'],
    listen: (to, how) => listen({ call: ask }, to, how),
  }
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
