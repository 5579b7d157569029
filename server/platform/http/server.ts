import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { newId } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { isUpload } from './bodies.ts'
import { courtesy } from './courtesy.ts'
import { endIfSlow } from './late-bodies.ts'
import { refuseRoute } from './no-route.rules.ts'
import { prepare, sendRefusal } from './refusing.ts'
import { traceRequests } from './traces.ts'
import { refuseUnreadable } from './unreadable.ts'
import { warnOfUnseenProxy } from './unseen-proxy.ts'

export interface ServerOptions {
  log: Logger
  trustProxy: number
  /** How long a request without a file may take to arrive. */
  requestMs?: number
}

/** How long a whole request may take to arrive. One with a file gets longer, for slow lines. */
const REQUEST_MS = 15_000
const UPLOAD_MS = 600_000
/** How often Node looks for late headers, and by how much a request has to be in time for its closing to be. */
const CHECK_MS = 250
const SPARE_MS = 500

/** Makes the server with what all requests share before their route: an id, a log, and how long they may take to arrive. */
export function createServer(
  { log, trustProxy, requestMs = REQUEST_MS }: ServerOptions,
  bound: ReadonlyMap<string, AnyOperation>,
): FastifyInstance {
  const arriveMs = inTime(requestMs)
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // A logger for each request would cost more than the few lines that we write. These lines name their request themselves.
    childLoggerFactory: (one) => one,
    trustProxy: (_address, hop) => hop < trustProxy,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // Requests on their way when a stop begins are still served; the socket closes afterwards.
    return503OnClosing: false,
    requestTimeout: UPLOAD_MS,
    // Node looks now and then, so a connection is closed by `requestMs` only if its time is up before that.
    http: { connectionsCheckingInterval: CHECK_MS, headersTimeout: arriveMs },
    clientErrorHandler: refuseUnreadable,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // The router refuses some paths before any hook runs.
    frameworkErrors: (error, request, reply) => {
      prepare(request, reply)
      endIfSlow(request.raw, arriveMs)
      const refusal =
        error.code === 'FST_ERR_BAD_URL'
          ? new Refusal('invalid_request', 'path_not_valid')
          : refuseRoute(request.method, request.url, bound.values())
      return sendRefusal(refusal, request, reply)
    },
  }) as unknown as FastifyInstance

  app.decorateRequest('actor', undefined)
  app.decorateRequest('browser', undefined)
  app.addHook('onRequest', async (request, reply) => {
    // A request that comes after the last answer of its connection is not served: nobody could get its answer.
    if (request.raw.socket.writableEnded) return void reply.hijack()
    prepare(request, reply)
    if (isBrief(request)) {
      courtesy.begin()
      reply.raw.once('close', courtesy.end) // also when the client disconnects
    }
    if (!isUpload(request)) endIfSlow(request.raw, arriveMs)
  })
  warnOfUnseenProxy(app, { log, trustProxy })
  traceRequests(app)
  return app
}

/** Closing takes time too. */
const inTime = (ms: number): number => Math.max(ms - SPARE_MS, ms / 2)

/** Whether a request is answered quickly: it has no upload, and its answer is no stream. */
const isBrief = (request: FastifyRequest): boolean => {
  const operation = request.routeOptions.config?.operation
  return operation !== undefined && !operation.produces && !isUpload(request)
}
