import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What of the service is not the app, though a browser may ask for it. */
const NOT_THE_APP = /^\/(v1|docs|healthz|readyz|metrics|assets)(\/|$)/i

const SCRIPTS_OF_OURS = [
  "default-src 'none'",
  "script-src 'self'",
  // Emails carry their looks in attributes, which the frame that shows them inherits the policy for.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the built app: its files, and its page for every address that a person may have a link to.
 *
 * @returns whether there is one in that directory
 */
export async function serveWebApp(
  app: FastifyInstance,
  directory: string | undefined,
): Promise<boolean> {
  if (directory === undefined) return false
  const page = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return false
  // A route for each file that is there now: no other path reaches the directory.
  await app.register(fastifyStatic, {
    ...{ root: directory, wildcard: false, index: false, decorateReply: false },
    ...{ globIgnore: ['index.html', '**/*.{br,gz}'], preCompressed: true, cacheControl: false },
    setHeaders: (reply, path) => {
      // The name of an asset has the hash of what is in it.
      const isAsset = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    if (!isForThePage(request)) return reply.callNotFound()
    // A style element of the app's shows it; script has no way in but our files.
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-security-policy': `${SCRIPTS_OF_OURS}; style-src 'self' 'nonce-${nonce}'`,
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      .type('text/html; charset=utf-8')
      .send(page.replace('__CSP_NONCE__', nonce))
  })
  return true
}

const isForThePage = ({ url, headers }: FastifyRequest): boolean =>
  !NOT_THE_APP.test(url.split('?')[0]!) && (headers.accept ?? '').includes('text/html')
