import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import {
  type AnswerOf,
  type AnyOperation,
  type BodyOf,
  isKeyAccess,
  type ParamsOf,
  type QueryOf,
} from '../../contract/operation.ts'
import { type RefusalCode, statusOf } from '../../contract/refusals.ts'
import { type Actor, atLeast, type KeyActor, type UserActor } from './actor.ts'
import type { Database, Tx } from './db.ts'
import { sqlState } from './db.ts'
import { claimIdempotencyKey, type IdempotentRequest, keepAnswer } from './idempotency.ts'
import { newId } from './ids.ts'
import { parseJson } from './json.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Seal } from './seal.ts'
import { compileCheck } from './validation.ts'

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
  /** Runs the effect in one transaction, with the request's Idempotency-Key where it has one. */
  transaction: (effect: (tx: Tx) => Promise<AnswerOf<O>>) => Promise<AnswerOf<O> | Sent>
}

export interface KeyCall<O extends AnyOperation = AnyOperation> extends Call<O> {
  actor: KeyActor
  /** The body as it came: ingest checks it under the rate limit, so that a bad one counts too. */
  rawBody: Uint8Array
  idempotent: IdempotentRequest | undefined
}

/** Says that the answer is on its way already. */
export const SENT = Symbol('sent')
export type Sent = typeof SENT

export interface HttpOptions {
  db: Database
  seal: Seal
  log: Logger
  trustProxy: number
  authenticateUser: (token: string) => Promise<UserActor | undefined>
  /** @throws Refusal with the message that the family's routes give. */
  authenticateKey: (credential: string | undefined, operation: AnyOperation) => Promise<KeyActor>
  /** Told of every answer; for metrics. */
  onAnswer?: (operationId: string, status: number, seconds: number) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: AnyOperation
  }
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

/** The server with its manners (ids, errors, limits), and the ways to bind operations to use cases. */
export function createHttp(options: HttpOptions) {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // What is on its way when a stop begins is still served; the socket closes after it.
    return503OnClosing: false,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // A path that the router itself turns down comes before every hook.
    frameworkErrors: (error, request, reply) => {
      prepare(request, reply)
      return sendRefusal(pathRefusal(error), request, reply)
    },
  }) as unknown as FastifyInstance

  const bound = new Map<string, AnyOperation>()

  app.decorateRequest('actor', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { operation } = request.routeOptions.config
    if (operation && isKeyAccess(operation.access)) return done(null, body)
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', async (request, reply) => prepare(request, reply))
  app.addHook('onResponse', async (request, reply) => {
    const name = request.routeOptions.config?.operation?.operationId ?? 'none'
    options.onAnswer?.(name, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug(
      { operation: name, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    )
  })
  app.options('/v1/ingest/*', (_, reply) => reply.code(204).headers(PREFLIGHT).send())
  app.setErrorHandler((error, request, reply) =>
    sendRefusal(toRefusal(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allowed = [...bound.values()]
      .filter((op) => pathMatches(op.path, path))
      .map((op) => op.method)
    const refusal = allowed.length
      ? new Refusal('method_not_allowed', `${request.method} is not offered here.`, {
          headers: { allow: [...new Set(allowed)].join(', ') },
        })
      : new Refusal('not_found', 'There is no such route.')
    return sendRefusal(refusal, request, reply)
  })

  function route(
    operation: AnyOperation,
    authenticate: ((request: FastifyRequest) => Promise<Actor>) | undefined,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    if (bound.has(operation.operationId)) throw new Error(`${operation.operationId} is bound twice`)
    bound.set(operation.operationId, operation)
    const checks = checksOf(operation)
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: operation.bodyLimit,
      config: { operation },
      ...(operation.answer && !('anyOf' in operation.answer) && !isKeyAccess(operation.access)
        ? { schema: { response: { [operation.status]: operation.answer } } }
        : {}),
      onRequest: async (request) => {
        if (authenticate) request.actor = await authenticate(request)
      },
      handler: async (request, reply) => {
        for (const check of checks) check(request)
        const answer = await handle(request, reply)
        if (answer === SENT) return reply
        reply.code(reply.statusCode === 200 ? operation.status : reply.statusCode)
        return answer === undefined ? reply.send() : reply.send(answer)
      },
    })
  }

  return { app, bound, bindPublic, bind, bindOwn, bindKey }

  /** Binds an operation that needs nobody signed in. */
  function bindPublic<O extends AnyOperation>(
    operation: O,
    handle: (call: Call<O>) => Promise<AnswerOf<O>>,
  ): void {
    route(operation, undefined, (request, reply) => handle(callOf<O>(request, reply)))
  }

  /** Binds an operation whose whole effect is one transaction of the caller's workspace. */
  function bind<O extends AnyOperation>(
    operation: O,
    handle: (call: UserCall<O>, tx: Tx) => Promise<AnswerOf<O>>,
  ): void {
    bindOwn(operation, (call) => call.transaction((tx) => handle(call, tx)))
  }

  /** Binds an operation that opens its transaction itself, after slow work outside of it. */
  function bindOwn<O extends AnyOperation>(
    operation: O,
    handle: (call: UserCall<O>) => Promise<AnswerOf<O> | Sent>,
  ): void {
    route(operation, userGate(operation), (request, reply) => {
      const actor = request.actor as UserActor
      const call = callOf<O>(request, reply)
      return handle({
        ...call,
        actor,
        transaction: (effect) => transaction(operation, actor, call, effect),
      })
    })
  }

  /** Binds an ingest operation: the key is found here, and judged where its request is written. */
  function bindKey<O extends AnyOperation>(
    operation: O,
    handle: (call: KeyCall<O>) => Promise<unknown>,
  ): void {
    const gate = (request: FastifyRequest) =>
      options.authenticateKey(credentialOf(request), operation)
    route(operation, gate, (request, reply) => {
      const actor = request.actor as KeyActor
      const call = callOf<O>(request, reply)
      return handle({
        ...call,
        actor,
        rawBody: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
        idempotent: idempotentRequest(request, actor),
      })
    })
  }

  function userGate(operation: AnyOperation) {
    const least = leastRole(operation)
    return async (request: FastifyRequest): Promise<Actor> => {
      const credential = credentialOf(request)
      if (!credential)
        throw new Refusal('unauthenticated', 'Sign in: this route needs an access token.')
      if (/^s[bp]k_/.test(credential)) throw new Refusal('session_required')
      const actor = await options.authenticateUser(credential)
      if (!actor)
        throw new Refusal('unauthenticated', 'The access token is unknown, ended or expired.')
      if (least && !atLeast(actor.role, least)) {
        throw new Refusal(
          'forbidden',
          `This needs the role ${least} or above; yours is ${actor.role}.`,
        )
      }
      return actor
    }
  }

  async function transaction<O extends AnyOperation>(
    operation: O,
    actor: UserActor,
    call: Call<O>,
    effect: (tx: Tx) => Promise<AnswerOf<O>>,
  ): Promise<AnswerOf<O> | Sent> {
    const idempotent = idempotentRequest(call.request, actor)
    if (!idempotent) return options.db.withWorkspace(actor, effect)
    const sent = await options.db.withWorkspace(actor, async (tx) => {
      const kept = await claimIdempotencyKey(tx, options.seal, idempotent)
      if (kept) return { ...kept, replayed: true }
      const answer = { status: operation.status, body: JSON.stringify(await effect(tx)) }
      keepAnswer(tx, options.seal, idempotent, answer)
      return { ...answer, replayed: false }
    })
    return sendKept(call.reply, sent)
  }
}

export type Http = ReturnType<typeof createHttp>

/** Sends a kept answer's very bytes. */
export function sendKept(
  reply: FastifyReply,
  kept: { status: number; body: string; replayed: boolean },
): Sent {
  if (kept.replayed) reply.header('idempotent-replayed', 'true')
  reply.code(kept.status).type('application/json; charset=utf-8').serializer(asIs).send(kept.body)
  return SENT
}

const asIs = (payload: unknown): string => payload as string

const callOf = <O extends AnyOperation>(request: FastifyRequest, reply: FastifyReply): Call<O> => ({
  params: request.params as ParamsOf<O>,
  query: request.query as QueryOf<O>,
  body: request.body as BodyOf<O>,
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  request,
  reply,
})

/** The credential, from `Authorization: Bearer` or `X-API-Key`. */
function credentialOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  const bearer = authorization && /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1]
  const key = request.headers['x-api-key']
  return bearer || (typeof key === 'string' && key !== '' ? key : undefined)
}

function leastRole({ access, method }: AnyOperation): 'admin' | 'member' | undefined {
  if (['board:admin', 'def:admin', 'workspace:admin'].includes(access)) return 'admin'
  return access === 'board:write' || (access === 'workspace' && method !== 'GET')
    ? 'member'
    : undefined
}

function idempotentRequest(request: FastifyRequest, actor: Actor): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw new Refusal(
      'invalid_request',
      'The header Idempotency-Key must have 1 to 255 characters.',
    )
  }
  return { actor, key, method: request.method, url: request.url, body: request.body }
}

/** In the order of the contract: body and query (400), then the path (404). */
function checksOf(operation: AnyOperation): ((request: FastifyRequest) => void)[] {
  const checks: ((request: FastifyRequest) => void)[] = []
  if (!isKeyAccess(operation.access)) {
    if (operation.body) {
      const check = compileCheck(operation.body, 'body')
      checks.push((request) => {
        // No body at all is one without members; a `null` is a body, and the wrong one.
        if (request.body === undefined) request.body = {}
        check(request.body)
      })
    } else if (operation.method !== 'GET') {
      checks.push((request) => {
        if (request.body !== undefined && JSON.stringify(request.body) !== '{}') {
          throw new Refusal('invalid_request', 'This request takes no body.')
        }
      })
    }
    if (operation.query) {
      const check = compileCheck(operation.query, 'query')
      checks.push((request) => check(request.query))
    }
  }
  if (operation.params) {
    const check = compileCheck(operation.params, 'params')
    checks.push((request) => check(request.params))
  }
  return checks
}

/** By its route; where there is none, by the path as it was written. */
function isIngest(request: FastifyRequest): boolean {
  const { operation } = request.routeOptions?.config ?? {}
  return operation ? isKeyAccess(operation.access) : request.url.startsWith('/v1/ingest/')
}

/** What every answer carries, refusals too. */
function prepare(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  if (isIngest(request)) allowAnyOrigin(reply)
}

const EXPOSED =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotent-Replayed'

/** A web form posts from any origin: the key is the credential, and no cookie is ever read there. */
function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, X-API-Key, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
}

const pathMatches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/')
  const parts = path.replace(/\/$/, '').split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => part.startsWith('{') || part === parts[i])
  )
}

/** What fastify turned down, in our codes. */
const byStatus: Record<number, RefusalCode> = {
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  503: 'overloaded',
}

/** Ids are shorter than what the router takes: a longer part of a path names nothing. */
const pathRefusal = ({ code }: { code: string }): Refusal =>
  code === 'FST_ERR_BAD_URL'
    ? new Refusal('invalid_request', 'The path is not valid; percent-encode it, as UTF-8.')
    : notFound()

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { statusCode } = error as { statusCode?: number }
  if (statusCode && statusCode < 500) {
    return new Refusal(byStatus[statusCode] ?? 'invalid_request', messageOf(error))
  }
  if (statusCode === 503) return new Refusal('overloaded', undefined, { retryAfter: 1 })
  request.log.error({ err: error, sqlState: sqlState(error) }, 'failed')
  return new Refusal('internal', `Something went wrong here; the log has it as ${request.id}.`)
}

const messageOf = (error: unknown): string | undefined =>
  (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
    ? 'The body must be JSON: send the header Content-Type: application/json.'
    : undefined

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { issues, errors, retryAfter, headers } = refusal.details
  if (refusal.status >= 400)
    request.log.info({ code: refusal.code, status: refusal.status }, 'refused')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (headers) reply.headers(headers)
  const { code, message } = refusal
  const body = isIngest(request)
    ? { error: { message, code, ...(errors ? { errors } : {}) } }
    : { error: message, code, ...(issues ? { issues } : {}) }
  return reply
    .code(statusOf(code))
    .type('application/json; charset=utf-8')
    .serializer(asIs)
    .send(JSON.stringify(body))
}
