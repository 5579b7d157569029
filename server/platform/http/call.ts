import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closed } from '../../../contract/language/common.ts'
import {
  type AnswerOf,
  type AnyOperation,
  type BodyOf,
  isKeyAccess,
  jsonBody,
  type ParamsOf,
  type QueryOf,
} from '../../../contract/language/operation.ts'
import type { Actor, PresentedKey, UserActor } from '../actor.ts'
import type { Tx } from '../database/tx.ts'
import { newSecret } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { browserIn, keepsCookies } from './session-cookie.rules.ts'
import { checkOf } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: AnyOperation
    page?: PageSpec
  }
  interface FastifyRequest {
    actor: Actor | undefined
    /** The secret of the browser that sent it, once `browserOf` was asked. */
    browser: string | undefined
  }
}

/** A route outside the contract, which answers pages for browsers. */
export interface PageSpec {
  /** For metrics and the log. */
  name: string
  /** Whether it takes a form, multipart or urlencoded, which its use case reads. */
  form?: boolean
}

/** One call of an operation, authenticated and checked against its schemas. */
export interface Call<O extends AnyOperation = AnyOperation> {
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  address: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
}

export interface UserCall<O extends AnyOperation = AnyOperation> extends Call<O> {
  actor: UserActor
  /** Runs the effect in one transaction, with the request's Idempotency-Key if it has one. */
  transaction: (effect: (tx: Tx) => Promise<AnswerOf<O>>) => Promise<AnswerOf<O> | Sent>
}

/** Makes an effect one whose transaction first proves who asks. */
export type Proving = <T>(effect: (tx: Tx) => Promise<T>) => (tx: Tx) => Promise<T>

/** A call of somebody who may be as they were a moment ago, until a transaction has proved it. */
export interface ProvingCall<O extends AnyOperation = AnyOperation> extends UserCall<O> {
  proving: Proving
}

export interface KeyCall<O extends AnyOperation = AnyOperation> extends Call<O> {
  actor: PresentedKey
  /** The body as it was sent: ingest checks it after the rate limit, so that a bad body counts too. */
  rawBody: Uint8Array
  idempotent: IdempotentRequest | undefined
}

/** Says that the answer has already been sent. */
export const SENT = Symbol('sent')
export type Sent = typeof SENT

/** Sends the exact bytes of a stored answer. */
export function sendKept(
  reply: FastifyReply,
  kept: { status: number; body: string; replayed: boolean },
): Sent {
  if (kept.replayed) reply.header('idempotent-replayed', 'true')
  reply.code(kept.status).type('application/json; charset=utf-8').serializer(asIs).send(kept.body)
  return SENT
}

/** Sends a success whose body is already JSON text: for lists of rows, a serialiser takes twice as long. */
export function sendJson(reply: FastifyReply, body: string | Buffer): Sent {
  reply.type('application/json; charset=utf-8').serializer(asIs).send(body)
  return SENT
}

/** A body that is already JSON text. */
export const asIs = (payload: unknown): string => payload as string

export const callOf = <O extends AnyOperation>(
  request: FastifyRequest,
  reply: FastifyReply,
): Call<O> => ({
  params: request.params as ParamsOf<O>,
  query: request.query as QueryOf<O>,
  body: request.body as BodyOf<O>,
  // A proxy may send other text than an address. Undefined once the client has disconnected.
  address: (request.ip ?? '').slice(0, 100),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  request,
  reply,
})

/**
 * The secret by which the service knows a browser again, from its cookie; a new one for a browser that keeps cookies and has none,
 * which the answer sets if it opens a session.
 */
export function browserOf(request: FastifyRequest): string | undefined {
  request.browser ??=
    browserIn(request.headers.cookie) ?? (keepsCookies(request.headers) ? newSecret() : undefined)
  return request.browser
}

/** What a request says of its key. */
export interface SentKey {
  credential: string | undefined
  /** The site of the page that sends it, from the header Origin. Programs outside a browser send none. */
  origin: string | undefined
  /** The header Authorization as it came, to tell what is wrong with it. */
  authorization: string | undefined
}

/** The credential, from `Authorization: Bearer` or `X-API-Key`. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  const bearer = authorization && /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1]
  const key = request.headers['x-api-key']
  return bearer || (typeof key === 'string' && key !== '' ? key : undefined)
}

export function leastRole({
  access,
  method,
}: AnyOperation): 'admin' | 'manager' | 'member' | undefined {
  if (access === 'workspace:manager') return 'manager'
  if (['board:admin', 'def:admin', 'workspace:admin'].includes(access)) return 'admin'
  return access === 'board:write' || (access === 'workspace' && method !== 'GET')
    ? 'member'
    : undefined
}

export function idempotentRequest(
  request: FastifyRequest,
  actor: Actor,
): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw new Refusal('invalid_request', 'idempotency_key_length')
  }
  return { actor, key, method: request.method, url: request.url, body: request.body }
}

/** The content type in lower case, without its parameters. */
export const contentTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()

export const saysForm = (request: FastifyRequest): boolean =>
  contentTypeOf(request).startsWith('multipart/')

/** Refuses a type of body before the body is read. @throws Refusal unsupported_media_type */
export function refuseOtherTypes(request: FastifyRequest, { consumes }: AnyOperation): void {
  const type = contentTypeOf(request)
  if (!consumes || consumes.includes(type)) return
  const types = consumes.join(' or ')
  throw type === ''
    ? new Refusal('unsupported_media_type', 'no_type', { types })
    : new Refusal('unsupported_media_type', 'other_type', { type, types })
}

/** The body as it was sent, for an operation that `consumes` other types than JSON. */
export const rawBodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)

export const URL_ENCODED = 'application/x-www-form-urlencoded'

/** The fields of an application/x-www-form-urlencoded body. */
export const formFieldsOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(rawBodyOf(request).toString('utf8'))

/** Whether the body is a form, which is streamed past the parsers. */
export const isForm = ({ body }: FastifyRequest): boolean => body instanceof Readable

/** Checks `{}` in place of a body that is missing, and says so if it does not fit. */
function checkMissing(check: (body: unknown) => void): void {
  try {
    check({})
  } catch (error) {
    throw error instanceof Refusal
      ? new Refusal('invalid_request', 'empty_body', {}, error.details)
      : error
  }
}

/** A parameter that a write ignores would mislead: `dryRun=true` where nothing is only tried. Reads may ignore one. */
const NO_PARAMETERS = closed({})

/** The checks of a request, in the order of the contract: query and body (400), then the path (404). */
export function checksOf(operation: AnyOperation): ((request: FastifyRequest) => void)[] {
  const checks: ((request: FastifyRequest) => void)[] = []
  // Ingest checks its queries itself. What other services add to the address of a hook is theirs.
  const query = operation.query ?? NO_PARAMETERS
  const isWrite = operation.method !== 'GET' && !operation.consumes
  if (query === NO_PARAMETERS ? isWrite : !isKeyAccess(operation.access)) {
    const check = checkOf(query, 'query')
    checks.push((request) => check(request.query))
  }
  if (!isKeyAccess(operation.access)) {
    if (operation.upload === true) {
      checks.push(({ body }) => {
        if (body === undefined) {
          throw new Refusal('unsupported_media_type', 'form_only')
        }
      })
    } else if (operation.body) {
      const check = checkOf(jsonBody(operation), 'body')
      checks.push((request) => {
        if (operation.upload && isForm(request)) return
        if (request.body !== undefined) return check(request.body)
        // A missing body counts as `{}`. The body `null` does not: it is refused.
        request.body = {}
        checkMissing(check)
      })
    } else if (operation.method !== 'GET' && !operation.consumes) {
      checks.push((request) => {
        if (request.body !== undefined && JSON.stringify(request.body) !== '{}') {
          throw new Refusal('invalid_request', 'takes_no_body')
        }
        request.body = undefined // `{}` counts as no body, also when a retry is compared
      })
    }
  }
  if (operation.params) {
    const check = checkOf(operation.params, 'params')
    checks.push((request) => check(request.params))
  }
  return checks
}
