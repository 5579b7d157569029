import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GUIDES, OPENAPI, REFERENCE, SEARCH, STYLE, TRY_SCRIPT } from './addresses.rules.ts'
import type { Docs } from './docs.rules.ts'
import { docsStyle } from './docs-style.ts'
import { guidePage } from './guide-pages.rules.ts'
import { docsAddress } from './pages.rules.ts'
import { findGuides, indexOf, readReference } from './read-docs.ts'
import { firstPage, operationPage, schemaPage } from './reference-pages.rules.ts'
import { search, searchable } from './search.rules.ts'
import { searchPage } from './search-page.rules.ts'
import { policyOf } from './shell.rules.ts'
import { tryScript } from './try-script.ts'

const headersOf = (hasScript: boolean) => ({
  'content-security-policy': `${policyOf(hasScript)}; frame-ancestors 'none'`,
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
})

/**
 * Serves the reference at /docs, the OpenAPI document that it shows, and the guides below. Few people open them, so a start
 * does not wait for them, nor a new clone for a build: what they are made of is read when somebody first does. They work
 * without scripts, except for trying a request.
 */
export function serveDocs(app: FastifyInstance, describe: () => object): void {
  let document: Buffer | undefined
  const read = once(() => readAll(describe))
  const index = once(async () => searchable(await indexOf(await read())))

  app.get(OPENAPI, (_, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get(REFERENCE, async (_, reply) => sendPage(reply, firstPage(await read())))
  app.get(`${REFERENCE}/operations/:id`, async (request, reply) => {
    const all = await read()
    const operation = all.reading.operations.get((request.params as { id: string }).id)
    return operation ? sendPage(reply, operationPage(all, operation), true) : reply.callNotFound()
  })
  app.get(`${REFERENCE}/schemas/:name`, async (request, reply) => {
    const all = await read()
    const { name } = request.params as { name: string }
    return all.reading.schemas.has(name)
      ? sendPage(reply, schemaPage(all, name))
      : reply.callNotFound()
  })
  app.get(SEARCH, async (request, reply) => {
    const { q } = request.query as { q?: string | string[] }
    const query = String(q ?? '')
    return sendPage(reply, searchPage(await read(), query, search(await index(), query)))
  })
  app.get(GUIDES, (_, reply) => sendGuide(GUIDES, reply))
  app.get(`${GUIDES}/*`, (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    return sendGuide(`${GUIDES}/${path}`.replace(/\/$/, ''), reply)
  })
  serveFile(app, STYLE, 'text/css; charset=utf-8', docsStyle)
  serveFile(app, TRY_SCRIPT, 'text/javascript; charset=utf-8', tryScript)
  // Addresses of earlier releases.
  app.get(`${REFERENCE}/json`, (_, reply) => reply.redirect(OPENAPI, 301))
  app.get(`${REFERENCE}/yaml`, (_, reply) => reply.redirect(OPENAPI, 301))
  app.get(`${REFERENCE}/static/*`, (_, reply) => reply.redirect(REFERENCE, 301))

  async function sendGuide(address: string, reply: FastifyReply) {
    const all = await read()
    const file = all.files.get(address)
    if (file !== undefined) return sendPage(reply, guidePage(all, file))
    const path = all.pictures.get(address)
    const picture = path && (await readFile(path).catch(() => undefined))
    if (!picture) return reply.callNotFound()
    const type = address.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    return reply.headers(headersOf(false)).type(type).send(picture)
  }
}

/** A value that is read when it is first asked for, and kept. A reading that fails is not, so the next request tries again. */
function once<T>(reading: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= reading().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

interface Read extends Docs {
  /** The files of guides, by address: only these, and the pictures, can be asked for. */
  files: Map<string, string>
  pictures: Map<string, string>
}

async function readAll(describe: () => object): Promise<Read> {
  const { guides, pictures } = await findGuides()
  const files = new Map([...guides.texts.keys()].map((file) => [docsAddress(file)!, file]))
  return { guides, pictures, files, reading: readReference(describe()), isFolder: false }
}

const sendPage = (reply: FastifyReply, page: string, hasScript = false) =>
  reply.headers(headersOf(hasScript)).type('text/html; charset=utf-8').send(Buffer.from(page))

function serveFile(app: FastifyInstance, path: string, type: string, text: string): void {
  const body = Buffer.from(text)
  // Weak, because it stands for the compressed bytes too.
  const etag = `W/"${hash('sha256', text, 'base64url')}"`
  app.get(path, (request: FastifyRequest, reply) => {
    reply.headers({ ...headersOf(false), etag, vary: 'Accept-Encoding' })
    return request.headers['if-none-match'] === etag
      ? reply.code(304).send()
      : reply.type(type).send(body)
  })
}
