import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GUIDES } from './pages.rules.ts'
import { serveGuides } from './serve-guides.ts'

let app: FastifyInstance
let origin: string
beforeAll(async () => {
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  serveGuides(app)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const open = async (path: string) => {
  const answer = await fetch(`${origin}${path}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** What a page leads to: links and pictures, without their origin. */
const targetsOf = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, to]) => to!.replaceAll('&amp;', '&'))

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!))

/** All pages that one comes to from the list of pages, by path. */
async function readAll() {
  const found = new Map<string, string>()
  const next = [GUIDES]
  for (const path of next) {
    if (found.has(path)) continue
    const { status, text, headers } = await open(path)
    expect([path, status]).toEqual([path, 200])
    if (!headers.get('content-type')!.startsWith('text/html')) continue
    found.set(path, text)
    const inside = targetsOf(text).map((to) => to.split('#')[0]!)
    next.push(...new Set(inside.filter((to) => to.startsWith(GUIDES))))
  }
  return found
}

test('every page of docs/ is found from the list of pages, and every link leads somewhere', async () => {
  const pages = await readAll()
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url))
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md'))
  const wanted = files.filter((path) => path !== 'README.md').map((path) => path.slice(0, -3))
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(wanted.map((path) => `${GUIDES}/${path}`)),
  )
  const ids = new Map([...pages].map(([path, text]) => [path, idsOf(text)]))
  const broken = [...pages].flatMap(([path, text]) =>
    targetsOf(text)
      .filter((to) => !/^(https?|mailto):/.test(to) && !['/', '/docs'].includes(to))
      .filter((to) => {
        const [page, part] = to.startsWith('#') ? [path, to.slice(1)] : to.split('#')
        return part ? !ids.get(page!)?.has(part) : !/^\/docs\/guides(\/|$)/.test(page!)
      })
      .map((to) => `${path}: ${to}`),
  )
  expect(broken).toEqual([])
})

test('a page runs no script and loads nothing from elsewhere', async () => {
  const { headers, text } = await open(`${GUIDES}/integrate/javascript`)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(text).not.toContain('<script')
  expect(text).toContain('<title>JavaScript · Sourcebook</title>')
  expect(text).toContain('headers: {\n    &#39;X-API-Key&#39;: key,')
  const style = await open(`${GUIDES}/style.css`)
  expect(style.text).toContain('prefers-color-scheme:dark')
  expect(style.text).not.toContain('url(')
})

test('a link to a file that is no page is left as text', async () => {
  const { text } = await open(`${GUIDES}/trust`)
  expect(text).toContain('leak-matrix.test.ts')
  expect(text).not.toContain('href="../server')
  expect(text).not.toContain('<!--')
})

test.each(['/nothing', '/%2e%2e/package.json', '/..%2fpackage', '/integrate', '/suites.json'])(
  'nothing but the pages is served: %s',
  async (path) => {
    expect((await open(`${GUIDES}${path}`)).status).toBe(404)
  },
)
