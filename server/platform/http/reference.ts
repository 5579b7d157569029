import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serves the reference at /docs, and the OpenAPI document that it shows. Few people open it, so it is made when the
 * first one does, in a server of its own that these routes pass their requests to.
 */
export function serveReference(app: FastifyInstance, describe: () => object): void {
  let document: string | undefined
  let reference: Promise<FastifyInstance> | undefined

  async function pass(request: FastifyRequest, reply: FastifyReply) {
    reference ??= makeReference(describe())
    const { headers, url } = request
    const answer = await (await reference).inject({ method: 'GET', url, headers })
    if (answer.statusCode === 404) return reply.callNotFound()
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
  }

  app.get('/v1/openapi.json', (_, reply) => {
    document ??= JSON.stringify(describe())
    return reply.type('application/json; charset=utf-8').serializer(String).send(document)
  })
  app.get('/docs', pass)
  app.get('/docs/*', pass)
}

async function makeReference(document: object): Promise<FastifyInstance> {
  const [{ default: fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await server.register(swagger, { mode: 'static', specification: { document: document as never } })
  await server.register(swaggerUi, { routePrefix: '/docs', theme: { title: 'Sourcebook API' } })
  await server.ready()
  return server
}
