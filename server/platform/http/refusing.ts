import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyOperation, isKeyAccess } from '../../../contract/operation.ts'
import { type RefusalCode, statusOf } from '../../../contract/refusals.ts'
import { sqlState } from '../database/db.ts'
import { notFound, Refusal } from '../refusal.ts'
import { asIs } from './call.ts'

// The headers of every answer, and how a refusal is written in the form of its route.

/** Decided by the route; without one, by the path as it was sent. */
function isIngest(request: FastifyRequest): boolean {
  const { operation } = request.routeOptions?.config ?? {}
  return operation ? isKeyAccess(operation.access) : request.url.startsWith('/v1/ingest/')
}

/** Sets the headers of every answer, refusals included. */
export function prepare(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store')
  if (isIngest(request)) allowAnyOrigin(reply)
}

const EXPOSED =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotent-Replayed'

/** A web form posts from any origin: the key is the credential, and cookies are never read there. */
function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
}

export const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, X-API-Key, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
}

/** Our codes for Fastify's own errors. */
const byStatus: Record<number, RefusalCode> = {
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  503: 'overloaded',
}

/** Ids are shorter than the router's limit: a longer part of a path names nothing. */
export const pathRefusal = ({ code }: { code: string }): Refusal =>
  code === 'FST_ERR_BAD_URL'
    ? new Refusal('invalid_request', 'The path is not valid; percent-encode it, as UTF-8.')
    : notFound()

/** There is no room for files. Until the operator has made some, trying again soon helps nobody. */
const FULL = ['ENOSPC', 'EDQUOT']
const FULL_S = 30

export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { statusCode } = error as { statusCode?: number }
  if (statusCode && statusCode < 500) {
    return new Refusal(byStatus[statusCode] ?? 'invalid_request', messageOf(error))
  }
  if (statusCode === 503) return new Refusal('overloaded', undefined, { retryAfter: 1 })
  if (FULL.includes((error as { code?: string }).code ?? '')) {
    return new Refusal('overloaded', undefined, { retryAfter: FULL_S }, error)
  }
  request.log.error({ reqId: request.id, err: error, sqlState: sqlState(error) }, 'failed')
  return new Refusal(
    'internal',
    `Something went wrong on our side; the log has it as ${request.id}.`,
  )
}

/** For a body of a type that the route does not accept. */
export const NOT_JSON = 'The body must be JSON: send the header Content-Type: application/json.'

const messageOf = (error: unknown): string | undefined =>
  (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? NOT_JSON : undefined

export function logRefusal(refusal: Refusal, request: FastifyRequest): void {
  const what = { reqId: request.id, code: refusal.code, status: refusal.status }
  if (refusal.cause === undefined) request.log.info(what, 'refused')
  else request.log.warn({ ...what, err: refusal.cause }, 'refused')
}

export function sendRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { issues, errors, scope, current, retryAfter, headers } = refusal.details
  logRefusal(refusal, request)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (headers) reply.headers(headers)
  const { code, message } = refusal
  const body = isIngest(request)
    ? { error: { message, code, ...(errors ? { errors } : {}) } }
    : {
        error: message,
        code,
        ...(issues && { issues }),
        ...(scope && { scope }),
        ...(current && { current }),
      }
  return reply
    .code(statusOf(code))
    .type('application/json; charset=utf-8')
    .serializer(asIs)
    .send(JSON.stringify(body))
}

/** No route matches: the path is unknown, or known with other methods. */
export function noRoute(request: FastifyRequest, operations: Iterable<AnyOperation>): Refusal {
  const path = request.url.split('?')[0]!
  const allowed = [...operations].filter((op) => pathMatches(op.path, path)).map((op) => op.method)
  if (allowed.length === 0) return new Refusal('not_found', 'There is no such route.')
  // A part of the path is longer than any id.
  if (allowed.includes(request.method as AnyOperation['method'])) return notFound()
  return new Refusal('method_not_allowed', `${request.method} is not allowed here.`, {
    headers: { allow: [...new Set(allowed)].join(', ') },
  })
}

const pathMatches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/')
  const parts = path.replace(/\/$/, '').split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => part.startsWith('{') || part === parts[i])
  )
}
