import type { Static, TSchema } from 'typebox'
import type { Plan } from '../../shared/plans.ts'
import type { Scope } from '../../shared/token-scopes.ts'
import type { RefusalCode } from '../refusals/refusals.ts'
import { unnamed } from './named.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call an operation.
 * - `public`: anyone.
 * - `session`: anyone signed in, whatever the seat.
 * - `workspace`: any active seat reads; writing needs member or above.
 * - `any-seat`: any active seat, including viewers when it is a write.
 * - `board:write`: member or above.
 * - `board:admin`: admin or owner (keys, deletion of a board).
 * - `def:admin`: admin or owner (columns, policies).
 * - `workspace:admin`: admin or owner.
 * - `workspace:manager`: manager or above (deals, splits, posting money, paying, holding).
 * - `key:…`: an ingest key of that family, or of any, with that scope.
 */
export type Access = 'public' | SessionAccess | KeyAccess

export type SessionAccess =
  | 'session'
  | 'workspace'
  | 'any-seat'
  | 'board:write'
  | 'board:admin'
  | 'def:admin'
  | 'workspace:admin'
  | 'workspace:manager'

export type KeyAccess = `key:${KeyFamily | 'any'}:${KeyScope}`

export type KeyFamily = 'board' | 'page'
export type KeyScope = 'read' | 'rows:write'

/**
 * What an access token needs for an operation that takes a session: one scope; or none will do, because the operation is
 * for a person who is signed in.
 */
export type Authority =
  | { access: SessionAccess; scope: Scope | 'people only' }
  | { access: 'public' | KeyAccess; scope?: never }

export type OperationSpec<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> = OperationShape<P, Q, B, A> & Authority

interface OperationShape<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> {
  method: Method
  /** With parameters in braces: `/v1/boards/{id}`. */
  path: `/v1/${string}`
  tag: string
  /** The plan that includes the operation; by default every plan. */
  plan?: Plan
  /** What it does, in a few words. */
  summary: string
  /** For people who integrate: what it does, when to use it and what to watch for. */
  description?: string
  params?: P
  query?: Q
  body?: B
  /** A body as a desk would send it, for the reference. It fits `body`. */
  example?: object
  /** The same as a form, for a body that may also be one; or by content type, for a body that is not JSON. */
  formExample?: object
  /**
   * Whether the body comes as multipart/form-data, streamed past the JSON parser: `body` then describes its parts for
   * the reference, and the use case reads and checks them. `or json`: it may also come as JSON, checked as usual.
   */
  upload?: true | 'or json'
  /** Whether the body may also come as a form, multipart or urlencoded. The use case reads and checks its fields. */
  form?: true
  /** The content types of a body that is not JSON. The use case gets it as it came. */
  consumes?: readonly string[]
  /** The body of a success; absent if there is none (204) or if it is not JSON. */
  answer?: A
  /** The content types of a success that is not JSON: an export, a file, a stream of events. */
  produces?: readonly string[]
  /** Whether what was taken before is answered 200, with the first answer again. */
  repeats?: true
  /** The success status, if it is not the usual one: POST 201, GET PUT PATCH 200, DELETE 204. */
  status?: number
  /** The refusals that only this operation declares; those that follow from its spec are added. */
  refuses?: readonly RefusalCode[]
  /** The largest body in bytes; by default 1 MiB. */
  bodyLimit?: number
  /** Whether its success opens or ends the caller's session, which sets or clears the session cookie. */
  session?: 'opens' | 'ends'
}

export interface Operation<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> extends OperationShape<P, Q, B, A> {
  access: Access
  /** For operations that take a session, and only for those. */
  scope?: Scope | 'people only'
  operationId: string
  status: number
  bodyLimit: number
  refuses: readonly RefusalCode[]
}

// biome-ignore lint/suspicious/noExplicitAny: the only way to say "an operation of any shape"
export type AnyOperation = Operation<any, any, any, any>

export type ParamsOf<O> =
  O extends Operation<infer P, TSchema, TSchema, TSchema> ? Static<P> : never
export type QueryOf<O> = O extends Operation<TSchema, infer Q, TSchema, TSchema> ? Static<Q> : never
export type BodyOf<O> = O extends Operation<TSchema, TSchema, infer B, TSchema> ? Static<B> : never
export type AnswerOf<O> =
  O extends Operation<TSchema, TSchema, TSchema, infer A> ? Static<A> : never

const MIB = 1024 * 1024

/** Completes a spec with what follows from it: its operationId, status, limits and common refusals. */
export function operation<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
>(spec: OperationSpec<P, Q, B, A>): Operation<P, Q, B, A> {
  return {
    ...spec,
    operationId: operationIdOf(spec.method, spec.path),
    status: spec.status ?? successStatus[spec.method],
    bodyLimit: spec.bodyLimit ?? MIB,
    refuses: [...new Set([...impliedRefusals(spec), ...(spec.refuses ?? [])])],
  }
}

const successStatus: Record<Method, number> = {
  GET: 200,
  POST: 201,
  PUT: 200,
  PATCH: 200,
  DELETE: 204,
}

/**
 * The method, the resource with `-` for its slashes, then the rest joined by `_`:
 * POST /v1/accounting/deal-splits/{id}/deactivate → `post_accounting-deal-splits_id_deactivate`.
 */
export function operationIdOf(method: Method, path: string): string {
  const parts = path.replace(/^\/v1\//, '').split('/')
  const at = parts.findIndex((part) => part.startsWith('{'))
  const resource = (at < 0 ? parts : parts.slice(0, at)).join('-')
  const rest = (at < 0 ? [] : parts.slice(at)).map((part) => part.replace(/[{}]/g, ''))
  return [method.toLowerCase(), resource, ...rest].join('_')
}

export const isKeyAccess = (access: Access): access is KeyAccess => access.startsWith('key:')

/** Whether the operation takes a session, and so an access token unless it is for people only. */
export const isSessionAccess = (access: Access): access is SessionAccess =>
  access !== 'public' && !isKeyAccess(access)

/** The schema of a JSON body. If the body can also be a form, its files are left out. */
export function jsonBody({ body, upload }: Pick<OperationSpec, 'body' | 'upload'>): TSchema {
  if (!body || !upload) return body as TSchema
  const { properties = {} } = body as { properties?: Record<string, { format?: string }> }
  const members = Object.entries(properties).filter(([, { format }]) => format !== 'binary')
  return unnamed({ ...body, properties: Object.fromEntries(members) })
}

function impliedRefusals(spec: OperationSpec): RefusalCode[] {
  const implied: RefusalCode[] = []
  if (spec.access !== 'public') implied.push('unauthenticated')
  if (isSessionAccess(spec.access)) {
    implied.push('session_required', 'address_not_allowed')
    if (spec.scope !== 'people only') implied.push('insufficient_scope')
  }
  if (changesBySession(spec)) implied.push('csrf_refused')
  if (needsRole(spec) || isKeyAccess(spec.access)) implied.push('forbidden')
  if (isKeyAccess(spec.access)) implied.push('origin_not_allowed')
  if (spec.plan) implied.push('plan_required')
  // A write refuses parameters that it does not have, but not those of another service, whose body the use case gets as it
  // came.
  if (spec.query || (spec.method !== 'GET' && !spec.consumes)) implied.push('invalid_request')
  if (spec.path.includes('{')) implied.push('not_found')
  if (spec.body || spec.consumes) implied.push('payload_too_large', 'unsupported_media_type')
  if (spec.body && spec.upload !== true) implied.push('invalid_json')
  if (spec.method === 'POST' && spec.access !== 'public') {
    implied.push('idempotency_key_reused', 'request_in_progress')
  }
  return implied
}

/** Whether a session cookie can authorise it to change something. */
const changesBySession = ({ access, method }: OperationSpec): boolean =>
  isSessionAccess(access) && method !== 'GET'

/** Whether the access class turns some seats away. */
const needsRole = (spec: OperationSpec): boolean =>
  ['board:write', 'board:admin', 'def:admin', 'workspace:admin', 'workspace:manager'].includes(
    spec.access,
  ) ||
  (spec.access === 'workspace' && spec.method !== 'GET')
