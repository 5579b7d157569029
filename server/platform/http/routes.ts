import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnyOperation, isKeyAccess } from '../../../contract/language/operation.ts'
import type { Actor } from '../actor.ts'
import type { Refusal } from '../refusal.ts'
import { readBodies } from './bodies.ts'
import { checksOf, type PageSpec, refuseOtherTypes, SENT, URL_ENCODED } from './call.ts'
import { type FindDiskFault, logRefusal, refusalOf } from './refusing.ts'
import { serializerOf } from './serializing.ts'
import { browserCookie, cookieFor } from './session-cookie.rules.ts'
import { SlowAnswers } from './slow-answers.ts'

export interface RouteOptions {
  /** The origin that people reach; a browser's session cookie belongs to it. */
  publicUrl: () => string
  /** How many slow reads are worked on at the same time while several workspaces are at work; any number by default. */
  slowAtOnce?: number | undefined
  findDiskFault?: FindDiskFault | undefined
}

type Gate = (request: FastifyRequest) => Promise<Actor | undefined>
type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Adds the route of an operation: its gate, then its checks, then what handles it. */
export type AddRoute = (operation: AnyOperation, gate: Gate | undefined, handle: Handle) => void

/** Makes what adds routes to the server. It notes the operations that have one in `bound`. */
export function routesOf(
  app: FastifyInstance,
  options: RouteOptions,
  bound: Map<string, AnyOperation>,
) {
  const takeRaw = readBodies(app)
  const slowAnswers = options.slowAtOnce ? new SlowAnswers(options.slowAtOnce) : undefined

  const route: AddRoute = (operation, gate, handle) => {
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
        if (gate) request.actor = await gate(request)
        refuseOtherTypes(request, operation)
      },
      handler: async (request, reply) => {
        for (const check of checks) check(request)
        const answer = await inTurn(slowAnswers, request, operation, () => handle(request, reply))
        if (answer === SENT) return reply
        reply.code(reply.statusCode === 200 ? operation.status : reply.statusCode)
        return answer === undefined ? reply.send() : reply.send(answer)
      },
      ...(operation.session ? { onSend: handCookie(operation.session, options) } : {}),
    })
  }

  /**
   * Binds a page for browsers, which is no operation of the API.
   *
   * @param fail answers a refusal as a page.
   */
  function bindPage(
    method: 'GET' | 'POST',
    url: string,
    page: PageSpec,
    handle: Handle,
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
        const refusal = await refusalOf(error, request, options.findDiskFault)
        logRefusal(refusal, request)
        if (refusal.details.retryAfter !== undefined) {
          reply.header('retry-after', refusal.details.retryAfter)
        }
        return fail(refusal, request, reply)
      },
    })
  }

  /** Whether another workspace is at work, on the processors that PostgreSQL has too, and should be left time. */
  const othersAtWork = (workspaceId: string): boolean =>
    slowAnswers?.othersAtWork(workspaceId) ?? false

  return { route, bindPage, othersAtWork }
}

/** Lets a slow read wait while other workspaces are at work. Reads that produce files have turns of their own. */
function inTurn<T>(
  slowAnswers: SlowAnswers | undefined,
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
function handCookie(what: 'opens' | 'ends', { publicUrl }: RouteOptions) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (reply.statusCode >= 300 || typeof payload !== 'string') return payload
    const handed = cookieFor(what, request.headers, payload, publicUrl())
    if (handed.cookie !== undefined) reply.header('set-cookie', handed.cookie)
    if (what === 'opens' && request.browser) {
      reply.header('set-cookie', browserCookie(request.browser, publicUrl()))
    }
    return handed.body
  }
}
