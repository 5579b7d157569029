import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { VERSION } from '../../../contract/version.ts'
import { guidePage } from './guide-page.rules.ts'
import { guideStyle } from './guide-style.ts'
import { addressOf, GUIDES, pagesElsewhere, pictureAddressOf } from './pages.rules.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Nothing but our own text, style and pictures. */
const PROTECTED = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/**
 * Serves the guides in docs/ as pages, below the reference. A page is made when somebody first opens it, so that a start
 * does not wait for them, nor a new clone for a build.
 */
export function serveGuides(app: FastifyInstance): void {
  let files: Promise<Map<string, string>> | undefined
  const made = new Map<string, Buffer>()

  async function send(address: string, reply: FastifyReply) {
    files ??= findFiles()
    const file = (await files).get(address)
    if (file === undefined) return reply.callNotFound()
    const body = made.get(address) ?? (await make(file).catch(() => undefined))
    if (body === undefined) return reply.callNotFound()
    made.set(address, body)
    return reply.headers(PROTECTED).type(typeOf(file)).send(body)
  }

  app.get(GUIDES, (_, reply) => send('', reply))
  app.get(`${GUIDES}/style.css`, (_, reply) =>
    reply.headers(PROTECTED).type('text/css; charset=utf-8').send(guideStyle),
  )
  app.get(`${GUIDES}/*`, (request, reply) =>
    send((request.params as { '*': string })['*'].replace(/\/$/, ''), reply),
  )
}

/** By address: only these files can be asked for. Whoever installs the service may leave them out. */
async function findFiles(): Promise<Map<string, string>> {
  const inDocs = await readdir(join(ROOT, 'docs'), { recursive: true }).catch(() => [])
  const paths = inDocs.map((path) => `docs/${path.replaceAll('\\', '/')}`)
  const found = new Map<string, string>()
  for (const file of [...paths, ...pagesElsewhere]) {
    const address = addressOf(file) ?? pictureAddressOf(file)
    if (address !== undefined) found.set(address, file)
  }
  return found
}

async function make(file: string): Promise<Buffer> {
  const content = await readFile(join(ROOT, file))
  return file.endsWith('.md')
    ? Buffer.from(guidePage(file, content.toString('utf8'), VERSION))
    : content
}

const typeOf = (file: string): string => {
  if (file.endsWith('.md')) return 'text/html; charset=utf-8'
  return file.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
}
