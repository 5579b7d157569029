import type { FastifyInstance } from 'fastify'
import type { AnyOperation } from '../../../contract/language/operation.ts'
import { closeIfUnread } from './late-bodies.ts'
import { refuseRoute } from './no-route.rules.ts'
import { pack } from './packing.ts'
import { type FindDiskFault, PREFLIGHT, refusalOf, sendRefusal } from './refusing.ts'

export interface AnswerOptions {
  /** How long the rest of a body is read and dropped, once its request is answered. */
  lingerMs?: number
  findDiskFault?: FindDiskFault | undefined
  /** Called after every answer, for metrics. */
  onAnswer?: (operationId: string, status: number, seconds: number) => void
}

const LINGER_MS = 10_000

/** What happens to every answer on its way out, and what is answered where no route answers. */
export function sendAnswers(
  app: FastifyInstance,
  { lingerMs = LINGER_MS, findDiskFault, onAnswer }: AnswerOptions,
  bound: ReadonlyMap<string, AnyOperation>,
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    closeIfUnread(request, reply, lingerMs)
    const packed = pack(request, reply, payload)
    if (packed === undefined) done(null, payload)
    else packed.then((bytes) => done(null, bytes), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { operation, page } = request.routeOptions.config ?? {}
    const name = operation?.operationId ?? page?.name ?? 'none'
    onAnswer?.(name, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug(
      { reqId: request.id, operation: name, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    )
  })
  app.options('/v1/ingest/*', (_, reply) => reply.code(204).headers(PREFLIGHT).send())
  app.setErrorHandler(async (error, request, reply) =>
    sendRefusal(await refusalOf(error, request, findDiskFault), request, reply),
  )
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(refuseRoute(request.method, request.url, bound.values()), request, reply),
  )
}
