import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { type AnswerOf, type AnyOperation, isKeyAccess } from '../../contract/operation.ts'
import { type Actor, atLeast, type KeyActor, type UserActor } from './actor.ts'
import {
  type Call,
  callOf,
  checksOf,
  credentialOf,
  idempotentRequest,
  type KeyCall,
  leastRole,
  SENT,
  type Sent,
  sendKept,
  type UserCall,
} from './call.ts'
import type { Database, Tx } from './db.ts'
import { claimIdempotencyKey, keepAnswer } from './idempotency.ts'
import { newId } from './ids.ts'
import { parseJson } from './json.ts'
import { Refusal } from './refusal.ts'
import { noRoute, PREFLIGHT, pathRefusal, prepare, sendRefusal, toRefusal } from './refusing.ts'
import type { Seal } from './seal.ts'

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

/** The server with its manners (ids, errors, limits), and the ways to bind operations to use cases. */
export function createHttp(options: HttpOptions) {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // A logger of its own for each request costs more than the few lines that are written: they name the request.
    childLoggerFactory: (log) => log,
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // What is on its way when a stop begins is still served; the socket closes after it.
    return503OnClosing: false,
    requestTimeout: 15_000,
    http: { connectionsCheckingInterval: 1_000 },
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
      { reqId: request.id, operation: name, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    )
  })
  app.options('/v1/ingest/*', (_, reply) => reply.code(204).headers(PREFLIGHT).send())
  app.setErrorHandler((error, request, reply) =>
    sendRefusal(toRefusal(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(noRoute(request, bound.values()), request, reply),
  )

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
