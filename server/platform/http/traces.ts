import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type TracedRequest, traceRequest } from '../tracing.ts'

/**
 * Gives every request a span, if traces are sent anywhere. It says which route was asked for and how it was answered; no
 * address, path, query, header or body, because those have what people sent, and secrets.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const traced = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { operation, page } = request.routeOptions.config ?? {}
    const route = operation?.path ?? request.routeOptions.url
    const { traceparent, tracestate } = request.headers
    const span = traceRequest(
      operation?.operationId ?? page?.name ?? `${request.method} ${route ?? 'no route'}`,
      { traceparent: String(traceparent ?? ''), tracestate: String(tracestate ?? '') },
      {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'sourcebook.request_id': request.id,
      },
    )
    traced.set(request, span)
    span.within(done)
  })
  // The body comes from the socket, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => traced.get(request)!.within(done))
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    traced.get(request)?.end({
      attributes: { 'http.response.status_code': statusCode },
      failed: statusCode >= 500,
    })
    done()
  })
}
