import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { VERSION } from '../../../contract/language/version.ts'
import { preloadLinks, type Screen } from './preloads.rules.ts'

/** Parts of the service that are not the app, though a browser may ask for them. */
const NOT_THE_APP = /^\/(v1|docs|f|healthz|readyz|metrics|assets)(\/|$)/i

const SCRIPTS_OF_OURS = [
  "default-src 'none'",
  "script-src 'self'",
  // Emails have their styles in attributes, and the frame that shows them inherits the policy.
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

/** What each screen of the app needs at first, as its build has found out. */
const PRELOADS = 'preloads.json'

/** The root's answer to clients that are not browsers. */
const ABOUT = { name: 'Sourcebook', version: VERSION, docs: '/docs', openapi: '/v1/openapi.json' }

/**
 * Serves the built app: its files, and its page for every other address that a browser opens. Without a build, browsers
 * are redirected to the reference.
 */
export async function serveWebApp(
  app: FastifyInstance,
  directory: string | undefined,
): Promise<void> {
  const sendPage = directory === undefined ? undefined : await serveBuild(app, directory)
  app.get('/', (request, reply) => {
    reply.header('vary', 'Accept')
    if (!wantsPage(request)) return reply.send(ABOUT)
    return sendPage ? sendPage(request, reply) : reply.redirect('/docs')
  })
}

/** @returns a function that sends the page, if that directory has one */
async function serveBuild(app: FastifyInstance, directory: string) {
  const page = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return undefined
  const screens = await readFile(join(directory, PRELOADS), 'utf8').then(
    (text) => JSON.parse(text) as Screen[],
    () => [],
  )
  // A route for each existing file: no other path reaches the directory.
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['index.html', PRELOADS, '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The name of an asset has the hash of its content.
      const isAsset = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    // Only the app's own style elements have the nonce; scripts can only be our files.
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
      .send(
        page
          .replace('__CSP_NONCE__', nonce)
          .replace('</head>', () => `${preloadLinks(screens, pathOf(request))}</head>`),
      )
  }
  app.get('/*', (request, reply) => {
    const isOfTheApp = !NOT_THE_APP.test(pathOf(request)) && wantsPage(request)
    return isOfTheApp ? sendPage(request, reply) : reply.callNotFound()
  })
  return sendPage
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

const wantsPage = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html')
