import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKeyAccess } from '../../../contract/language/operation.ts'
import type { RefusalCode } from '../../../contract/refusals/refusals.ts'
import { refuseForDisk, sqlState } from '../database/db.ts'
import { Refusal } from '../refusal.ts'
import { type DiskFault, diskFaultOf } from '../system-fault.rules.ts'
import { asIs } from './call.ts'
import { nothingAt } from './no-route.rules.ts'

// The headers of every answer, and how a refusal is written in the form of its route.

/** Decided by the route; without one, by the path as it was sent. */
function isIngest(request: FastifyRequest): boolean {
  const { operation } = request.routeOptions?.config ?? {}
  // What comes to a hook has no key.
  return operation ? isKeyAccess(operation.access) : /^\/v1\/ingest\/(?!hooks\/)/.test(request.url)
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

export type FindDiskFault = () => Promise<DiskFault | undefined>

/**
 * The refusal that answers an error.
 *
 * @param findDiskFault what is wrong with the disk of a database that cannot be reached: an embedded PostgreSQL stops if it cannot write
 */
export async function refusalOf(
  error: unknown,
  request: FastifyRequest,
  findDiskFault?: FindDiskFault,
): Promise<Refusal> {
  const refusal = toRefusal(error, request)
  const isLost = refusal.code === 'overloaded' && !refusal.reason && refusal.cause !== undefined
  const fault = isLost ? await findDiskFault?.() : undefined
  return fault ? refuseForDisk(fault, refusal.cause) : refusal
}

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return isBareNotFound(error) ? nothingAt(pathOf(request)) : error
  const { statusCode, code = '' } = error as { statusCode?: number; code?: string }
  if (statusCode && statusCode < 500) {
    return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
      ? new Refusal('unsupported_media_type', 'not_json')
      : new Refusal(byStatus[statusCode] ?? 'invalid_request')
  }
  if (statusCode === 503) return new Refusal('overloaded', { retryAfter: 1 })
  const fault = diskFaultOf(error)
  if (fault) return refuseForDisk(fault, error)
  request.log.error({ reqId: request.id, err: error, sqlState: sqlState(error) }, 'failed')
  return new Refusal('internal', 'logged', { request: request.id })
}

/** Whether it does not say what was not found. */
const isBareNotFound = ({ code, reason }: Refusal): boolean =>
  code === 'not_found' && reason === undefined

/** The path of the request's operation, with its parameters in braces. */
const pathOf = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config?.operation?.path ?? ''

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
  const { retryAfter, headers } = refusal.details
  logRefusal(refusal, request)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (headers) reply.headers(headers)
  const body = isIngest(request) ? ingestBody(refusal) : sessionBody(refusal)
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(asIs)
    .send(JSON.stringify(body))
}

function ingestBody({ message, code, reason, values, details: { errors } }: Refusal): object {
  return { error: { message, code, ...(reason && { reason, values }), ...(errors && { errors }) } }
}

export function sessionBody({ message, code, reason, values, details }: Refusal): object {
  const { issues, scope, current, sheets } = details
  return {
    error: message,
    code,
    ...(reason && { reason, values }),
    ...(issues && { issues }),
    ...(scope && { scope }),
    ...(current && { current }),
    ...(sheets && { sheets }),
  }
}
