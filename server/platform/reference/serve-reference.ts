import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operationGroups } from '../../../contract/operations.ts'
import { REFERENCE } from './addresses.rules.ts'
import { type OpenApi, type Reading, readDocument } from './document.rules.ts'
import { firstPage, operationPage, SCRIPT, STYLE, schemaPage } from './reference-pages.rules.ts'
import { referenceStyle } from './reference-style.ts'
import { tryScript } from './try-script.ts'

/** Nothing but our own style and script, which sends the requests that people try. */
const PROTECTED = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const HTML = 'text/html; charset=utf-8'
const DOCUMENT = '/v1/openapi.json'

/**
 * Serves the reference at /docs, and the OpenAPI document that it shows. Few people open it, so each page is made when
 * somebody does. It works without scripts, except for trying a request.
 */
export function serveReference(app: FastifyInstance, describe: () => object): void {
  let document: Buffer | undefined
  let reading: Reading | undefined
  const read = () => (reading ??= readDocument(describe() as OpenApi, clientNames()))

  app.get(DOCUMENT, (_, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get(REFERENCE, (request, reply) => {
    const { q } = request.query as { q?: string | string[] }
    return sendPage(reply, firstPage(read(), String(q ?? '')))
  })
  app.get(`${REFERENCE}/operations/:id`, (request, reply) => {
    const operation = read().operations.get((request.params as { id: string }).id)
    return operation ? sendPage(reply, operationPage(read(), operation)) : reply.callNotFound()
  })
  app.get(`${REFERENCE}/schemas/:name`, (request, reply) => {
    const { name } = request.params as { name: string }
    return read().schemas.has(name)
      ? sendPage(reply, schemaPage(read(), name))
      : reply.callNotFound()
  })
  serveFile(app, STYLE, 'text/css; charset=utf-8', referenceStyle)
  serveFile(app, SCRIPT, 'text/javascript; charset=utf-8', tryScript)
  // Addresses of earlier releases.
  app.get(`${REFERENCE}/json`, (_, reply) => reply.redirect(DOCUMENT, 301))
  app.get(`${REFERENCE}/yaml`, (_, reply) => reply.redirect(DOCUMENT, 301))
  app.get(`${REFERENCE}/static/*`, (_, reply) => reply.redirect(REFERENCE, 301))
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.headers(PROTECTED).type(HTML).send(Buffer.from(page))

function serveFile(app: FastifyInstance, path: string, type: string, text: string): void {
  const body = Buffer.from(text)
  // Weak, because it stands for the compressed bytes too.
  const etag = `W/"${hash('sha256', text, 'base64url')}"`
  app.get(path, (request: FastifyRequest, reply) => {
    reply.headers({ ...PROTECTED, etag, vary: 'Accept-Encoding' })
    return request.headers['if-none-match'] === etag
      ? reply.code(304).send()
      : reply.type(type).send(body)
  })
}

/** How the client names each operation, by the operation's id. */
const clientNames = (): Map<string, string> =>
  new Map(
    Object.entries(operationGroups).flatMap(([group, operations]) =>
      Object.entries(operations).map(([name, { operationId }]): [string, string] => [
        operationId,
        `${group}.${name}`,
      ]),
    ),
  )
