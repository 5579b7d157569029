import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { OnDefinitions } from '../../../contract/language/on-definitions.ts'
import {
  type AnswerOf,
  type AnyOperation,
  isKeyAccess,
} from '../../../contract/language/operation.ts'
import type { Actor, PresentedKey, UserActor } from '../actor.ts'
import { type Database, refuseForDisk } from '../database/db.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { Seal } from '../secrets/seal.ts'
import type { DiskFault } from '../system-fault.rules.ts'
import {
  type Call,
  callOf,
  checksOf,
  credentialOf,
  idempotentRequest,
  type KeyCall,
  type PageSpec,
  refuseOtherTypes,
  SENT,
  type Sent,
  type SentKey,
  saysForm,
  sendKept,
  URL_ENCODED,
  type UserCall,
} from './call.ts'
import { courtesy } from './courtesy.ts'
import { claimIdempotencyKey, keepAnswer } from './idempotency.ts'
import { parseJson } from './json.ts'
import { closeIfUnread, endIfSlow } from './late-bodies.ts'
import { refuseRoute } from './no-route.rules.ts'
import { pack } from './packing.ts'
import { logRefusal, PREFLIGHT, prepare, sendRefusal, toRefusal } from './refusing.ts'
import { serializerOf } from './serializing.ts'
import { browserCookie, cookieFor } from './session-cookie.rules.ts'
import { SlowAnswers } from './slow-answers.ts'
import { traceRequests } from './traces.ts'
import { refuseUnreadable } from './unreadable.ts'
import { warnOfUnseenProxy } from './unseen-proxy.ts'
import { type UserGateOptions, userGate } from './user-gate.ts'

export interface HttpOptions extends UserGateOptions {
  db: Database
  seal: Seal
  log: Logger
  trustProxy: number
  /** @throws Refusal with the message for the family's routes. */
  authenticateKey: (sent: SentKey, operation: AnyOperation) => Promise<PresentedKey>
  /** How long a request without a file may take to arrive. */
  requestMs?: number
  /** How long the rest of a body is read and dropped, once its request is answered. */
  lingerMs?: number
  /** How many slow reads are worked on at the same time while several workspaces are at work; any number by default. */
  slowAtOnce?: number | undefined
  /** The problem with the disk of a database that cannot be reached. */
  findDiskFault?: (() => Promise<DiskFault | undefined>) | undefined
  /** Called after every answer, for metrics. */
  onAnswer?: (operationId: string, status: number, seconds: number) => void
}

const MULTIPART = 'multipart/form-data'

/** The largest JSON body of an operation that also accepts a form, which can be larger. */
const JSON_BYTES = 1024 * 1024

/** How long a whole request may take to arrive. One with a file gets longer, for slow lines. */
const REQUEST_MS = 15_000
const UPLOAD_MS = 600_000
const LINGER_MS = 10_000
/** How often Node looks for late headers, and by how much a request has to be in time for its closing to be. */
const CHECK_MS = 250
const SPARE_MS = 500

/** Closing takes time too. */
const inTime = (ms: number): number => Math.max(ms - SPARE_MS, ms / 2)

/** Whether a request is answered quickly: it has no upload, and its answer is no stream. */
const isBrief = (request: FastifyRequest): boolean => {
  const operation = request.routeOptions.config?.operation
  return operation !== undefined && !operation.produces && !isUpload(request, operation)
}

/** Whether the body is a form that may bring files. */
function isUpload(request: FastifyRequest, operation: AnyOperation | undefined): boolean {
  if (operation?.upload === true) return true
  const { page } = request.routeOptions.config ?? {}
  return Boolean(operation?.upload ?? operation?.form ?? page?.form) && saysForm(request)
}

/** Makes the server with what all routes share (ids, errors, limits), and the ways to bind operations to use cases. */
export function createHttp(options: HttpOptions) {
  const { requestMs = REQUEST_MS, lingerMs = LINGER_MS } = options
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // A logger for each request would cost more than the few lines that we write. These lines name their request themselves.
    childLoggerFactory: (log) => log,
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // Requests on their way when a stop begins are still served; the socket closes afterwards.
    return503OnClosing: false,
    requestTimeout: UPLOAD_MS,
    // Node looks now and then, so a connection is closed by `requestMs` only if its time is up before that.
    http: {
      connectionsCheckingInterval: CHECK_MS,
      headersTimeout: inTime(requestMs),
    },
    clientErrorHandler: refuseUnreadable,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // The router refuses some paths before any hook runs.
    frameworkErrors: (error, request, reply) => {
      prepare(request, reply)
      endIfSlow(request.raw, inTime(requestMs))
      const refusal =
        error.code === 'FST_ERR_BAD_URL'
          ? new Refusal('invalid_request', 'path_not_valid')
          : refuseRoute(request.method, request.url, bound.values())
      return sendRefusal(refusal, request, reply)
    },
  }) as unknown as FastifyInstance

  const bound = new Map<string, AnyOperation>()
  const slowAnswers = options.slowAtOnce ? new SlowAnswers(options.slowAtOnce) : undefined
  // The parsers of these two also pass on a body as it was sent.
  const rawTypes = new Set(['application/json', MULTIPART])

  app.decorateRequest('actor', undefined)
  app.decorateRequest('browser', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { operation } = request.routeOptions.config
    if (operation?.upload === true) {
      return done(new Refusal('unsupported_media_type', 'form_only'))
    }
    if (operation?.upload && body.length > JSON_BYTES) {
      return done(new Refusal('payload_too_large', 'json_too_large'))
    }
    if (operation && (isKeyAccess(operation.access) || operation.consumes)) return done(null, body)
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // The use case of an upload reads it piece by piece. Other routes do not accept a form.
  app.addContentTypeParser(MULTIPART, (request, payload, done) => {
    const { operation, page } = request.routeOptions.config
    if (operation?.upload || operation?.form || page?.form) return done(null, payload)
    if (operation?.consumes?.includes(MULTIPART)) return done(null, payload)
    done(new Refusal('unsupported_media_type', 'no_form'))
  })
  app.addHook('onRequest', async (request, reply) => {
    // A request that comes after the last answer of its connection is not served: nobody could get its answer.
    if (request.raw.socket.writableEnded) return void reply.hijack()
    prepare(request, reply)
    if (isBrief(request)) {
      courtesy.begin()
      reply.raw.once('close', courtesy.end) // also when the client disconnects
    }
    if (!isUpload(request, request.routeOptions.config?.operation))
      endIfSlow(request.raw, inTime(requestMs))
  })
  app.addHook('preParsing', (request, _, payload, done) => {
    const coding = request.headers['content-encoding']?.toLowerCase()
    const isPlain = coding === undefined || coding === 'identity' || request.method === 'GET'
    if (isPlain) done(null, payload)
    else done(new Refusal('unsupported_media_type', 'compressed', { coding }))
  })
  warnOfUnseenProxy(app, options)
  traceRequests(app)
  app.addHook('onSend', (request, reply, payload, done) => {
    closeIfUnread(request, reply, lingerMs)
    const packed = pack(request, reply, payload)
    if (packed === undefined) done(null, payload)
    else packed.then((bytes) => done(null, bytes), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { operation, page } = request.routeOptions.config ?? {}
    const name = operation?.operationId ?? page?.name ?? 'none'
    options.onAnswer?.(name, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug(
      { reqId: request.id, operation: name, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    )
  })
  app.options('/v1/ingest/*', (_, reply) => reply.code(204).headers(PREFLIGHT).send())
  app.setErrorHandler(async (error, request, reply) =>
    sendRefusal(await refusalOf(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(refuseRoute(request.method, request.url, bound.values()), request, reply),
  )

  async function refusalOf(error: unknown, request: FastifyRequest): Promise<Refusal> {
    const refusal = toRefusal(error, request)
    // Its cause is a lost connection. An embedded PostgreSQL stops if it cannot write.
    const isLost = refusal.code === 'overloaded' && !refusal.reason && refusal.cause !== undefined
    const fault = isLost ? await options.findDiskFault?.() : undefined
    return fault ? refuseForDisk(fault, refusal.cause) : refusal
  }

  /** Passes a body of that type on as it was sent, to the routes that accept it. */
  function takeRaw(type: string): void {
    if (rawTypes.has(type)) return
    rawTypes.add(type)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
      const { operation, page } = request.routeOptions.config
      if (operation?.consumes || operation?.form || page?.form) return done(null, body)
      done(new Refusal('unsupported_media_type', 'not_json'))
    })
  }

  function route(
    operation: AnyOperation,
    authenticate: ((request: FastifyRequest) => Promise<Actor | undefined>) | undefined,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    if (bound.has(operation.operationId)) throw new Error(`${operation.operationId} is bound twice`)
    bound.set(operation.operationId, operation)
    const checks = checksOf(operation)
    operation.consumes?.forEach(takeRaw)
    if (operation.form) takeRaw(URL_ENCODED)
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: operation.bodyLimit,
      config: { operation },
      ...(operation.answer && !('anyOf' in operation.answer) && !isKeyAccess(operation.access)
        ? {
            schema: { response: { [operation.status]: operation.answer } },
            serializerCompiler: () => serializerOf(operation.answer!),
          }
        : {}),
      onRequest: async (request) => {
        if (authenticate) request.actor = await authenticate(request)
        refuseOtherTypes(request, operation)
      },
      handler: async (request, reply) => {
        for (const check of checks) check(request)
        const answer = await inTurn(request, operation, () => handle(request, reply))
        if (answer === SENT) return reply
        reply.code(reply.statusCode === 200 ? operation.status : reply.statusCode)
        return answer === undefined ? reply.send() : reply.send(answer)
      },
      ...(operation.session ? { onSend: handCookie(operation.session) } : {}),
    })
  }

  /** Lets a slow read wait while other workspaces are at work. Reads that produce files have turns of their own. */
  function inTurn<T>(
    { actor }: FastifyRequest,
    operation: AnyOperation,
    handle: () => Promise<T>,
  ): Promise<T> {
    if (!slowAnswers || !actor) return handle()
    slowAnswers.note(actor.workspaceId)
    const isRead = operation.method === 'GET' && !operation.produces
    if (!isRead) return handle()
    return slowAnswers.answer(actor.workspaceId, operation.operationId, handle)
  }

  /** Runs last on an answer, so that a stored answer to a retry sets the cookie in the same way. */
  function handCookie(what: 'opens' | 'ends') {
    return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      if (reply.statusCode >= 300 || typeof payload !== 'string') return payload
      const handed = cookieFor(what, request.headers, payload, options.publicUrl())
      if (handed.cookie !== undefined) reply.header('set-cookie', handed.cookie)
      if (what === 'opens' && request.browser) {
        reply.header('set-cookie', browserCookie(request.browser, options.publicUrl()))
      }
      return handed.body
    }
  }

  return { app, bound, bindPublic, bind, bindBoth, bindOwn, bindBothOwn, bindKey, bindPage }

  /**
   * Binds a page for browsers, which is no operation of the API.
   *
   * @param fail answers a refusal as a page.
   */
  function bindPage(
    method: 'GET' | 'POST',
    url: string,
    page: PageSpec,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    fail: (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void {
    if (page.form) takeRaw(URL_ENCODED)
    app.route({
      method,
      url,
      config: { page },
      handler: async (request, reply) => {
        await handle(request, reply)
        return reply
      },
      errorHandler: async (error, request, reply) => {
        const refusal = await refusalOf(error, request)
        logRefusal(refusal, request)
        if (refusal.details.retryAfter !== undefined) {
          reply.header('retry-after', refusal.details.retryAfter)
        }
        return fail(refusal, request, reply)
      },
    })
  }

  /**
   * Binds an operation for people who are not signed in.
   *
   * @param admit runs before the body is read, so that no large body is read of a caller that is refused.
   */
  function bindPublic<O extends AnyOperation>(
    operation: O,
    handle: (call: Call<O>) => Promise<AnswerOf<O> | Sent>,
    admit?: (request: FastifyRequest) => Promise<undefined>,
  ): void {
    route(operation, admit, (request, reply) => handle(callOf<O>(request, reply)))
  }

  /** Binds an operation whose whole effect is one transaction of the caller's workspace. */
  function bind<O extends AnyOperation>(
    operation: O,
    handle: (call: UserCall<O>, tx: Tx) => Promise<AnswerOf<O>>,
  ): void {
    bindOwn(operation, (call) => call.transaction((tx) => handle(call, tx)))
  }

  /** Binds an operation that opens its own transaction, after slow work outside it. */
  function bindOwn<O extends AnyOperation>(
    operation: O,
    handle: (call: UserCall<O>) => Promise<AnswerOf<O> | Sent>,
  ): void {
    route(operation, userGate(operation, options), (request, reply) => {
      const actor = request.actor as UserActor
      const call = callOf<O>(request, reply)
      return handle({
        ...call,
        actor,
        transaction: (effect) => transaction(operation, actor, call, effect),
      })
    })
  }

  /** Binds operations of boards and of pages to the same use cases, as `bind` does. */
  function bindBoth<Group extends Record<string, AnyOperation>>(
    { boards, definitions }: OnDefinitions<Group>,
    uses: {
      [Name in keyof Group]?: (
        call: UserCall<Group[Name]>,
        tx: Tx,
      ) => Promise<AnswerOf<Group[Name]>>
    },
  ): void {
    for (const name in uses) {
      bind(boards[name], uses[name]!)
      bind(definitions[name], uses[name]!)
    }
  }

  /** The same as `bindOwn` does. */
  function bindBothOwn<Group extends Record<string, AnyOperation>>(
    { boards, definitions }: OnDefinitions<Group>,
    uses: {
      [Name in keyof Group]?: (call: UserCall<Group[Name]>) => Promise<AnswerOf<Group[Name]> | Sent>
    },
  ): void {
    for (const name in uses) {
      bindOwn(boards[name], uses[name]!)
      bindOwn(definitions[name], uses[name]!)
    }
  }

  /** Binds an ingest operation. The key is looked up here, and the transaction that writes checks it again. */
  function bindKey<O extends AnyOperation>(
    operation: O,
    handle: (call: KeyCall<O>) => Promise<unknown>,
  ): void {
    const gate = (request: FastifyRequest) =>
      options.authenticateKey(
        {
          credential: credentialOf(request),
          origin: request.headers.origin,
          authorization: request.headers.authorization,
        },
        operation,
      )
    route(operation, gate, (request, reply) => {
      const actor = request.actor as PresentedKey
      const call = callOf<O>(request, reply)
      return handle({
        ...call,
        actor,
        rawBody: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
        idempotent: idempotentRequest(request, actor),
      })
    })
  }

  async function transaction<O extends AnyOperation>(
    operation: O,
    actor: UserActor,
    call: Call<O>,
    effect: (tx: Tx) => Promise<AnswerOf<O>>,
  ): Promise<AnswerOf<O> | Sent> {
    const idempotent = idempotentRequest(call.request, actor)
    if (operation.method === 'GET') return options.db.readWorkspace(actor, effect)
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
