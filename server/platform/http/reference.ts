import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serves the reference at /docs, and the OpenAPI document that it shows. Few people open it, so it is made when the
 * first one does, in a server of its own that these routes pass their requests to.
 */
export function serveReference(app: FastifyInstance, describe: () => object): void {
  let document: Buffer | undefined
  let reference: Promise<FastifyInstance> | undefined
  const kept = new Map<string, Buffer>()

  async function pass(request: FastifyRequest, reply: FastifyReply) {
    reference ??= makeReference(describe())
    const { headers, url } = request
    const answer = await (await reference).inject({ method: 'GET', url, headers })
    if (answer.statusCode === 404) return reply.callNotFound()
    return reply
      .code(answer.statusCode)
      .headers({ ...(answer.headers as Record<string, string>), ...PROTECTED })
      .send(
        answer.statusCode === 200
          ? keptOf(url.split('?')[0]!, answer.rawPayload)
          : answer.rawPayload,
      )
  }

  /** The same bytes in the same buffer, so that they are compressed once. */
  function keptOf(path: string, body: Buffer): Buffer {
    const known = kept.get(path)
    if (known?.equals(body)) return known
    if (kept.size < MOST_KEPT) kept.set(path, body)
    return body
  }

  app.get('/v1/openapi.json', (_, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/docs', pass)
  app.get('/docs/*', pass)
}

/** How many files of the reference are kept: all that there are, but not all spellings of their paths. */
const MOST_KEPT = 30

/** The page sets styles of its own, and sends the requests that people try on it. */
const PROTECTED = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  // Also with a 304, which has no body to decide by.
  vary: 'Accept-Encoding',
  'x-frame-options': 'DENY',
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
