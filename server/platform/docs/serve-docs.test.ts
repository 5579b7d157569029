import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../contract/operations.ts'
import { openApiDocument } from '../../../contract/reference/openapi.ts'
import { escapeHtml } from '../../../shared/html-text.ts'
import { idsOf, targetsOf, walk } from '../../tests/support/clients/walk.ts'
import { GUIDES, operationAddress, SEARCH, schemaAddress, tagAddress } from './addresses.rules.ts'
import type { OpenApi } from './document.rules.ts'
import { guidesOf } from './guides.rules.ts'
import { docsAddress, filesElsewhere, isPage } from './pages.rules.ts'
import { exampleText } from './samples.rules.ts'
import { serveDocs } from './serve-docs.ts'

const contract = openApiDocument() as OpenApi

let app: FastifyInstance
/** All pages, by address, as one comes to them from the front door. */
let pages: Map<string, string>
let broken: string[]
beforeAll(async () => {
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  serveDocs(app, openApiDocument)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  // The app has its own tests.
  const walked = await walk(`${origin}${GUIDES}`, (path) => ['/', '/icon.svg'].includes(path))
  pages = walked.pages
  broken = walked.broken
})
afterAll(() => app.close())

const open = (url: string) => app.inject(url)

const pageOf = async (url: string): Promise<string> => {
  const { statusCode, body } = await open(url)
  expect([url, statusCode]).toEqual([url, 200])
  return body
}

const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)![0]

test('every guide, operation and schema has a page, and every link leads somewhere', async () => {
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url))
  const inDocs = (await readdir(folder, { recursive: true })).map((path) => `docs/${path}`)
  const wanted = [
    ...[...inDocs, ...filesElsewhere].filter(isPage).map((file) => docsAddress(file)!),
    ...operations.map(({ operationId }) => operationAddress(operationId)),
    ...Object.keys(contract.components.schemas).map(schemaAddress),
  ]
  expect(wanted.filter((url) => !pages.has(url))).toEqual([])
  expect(broken).toEqual([])
})

test('from the front door, the guides lead through all that it lists, one after the other', () => {
  const front = pages.get(GUIDES)!
  const side = /<nav class="side"[\s\S]*?<\/details>/.exec(front)![0]
  const listed = targetsOf(side)
  const read: string[] = []
  for (let at: string | undefined = GUIDES; at; ) {
    read.push(at)
    at = /rel="next" href="([^"]*)"/.exec(pages.get(at)!)?.[1]
  }
  expect(read).toEqual([GUIDES, ...listed])
  expect(targetsOf(mainOf(front))).toEqual(expect.arrayContaining(listed))
})

test('a link is called as its page or part is, and never as its file', () => {
  const named = [...pages].flatMap(([url, html]) =>
    [...html.matchAll(/<a [^>]*>([^<]*\.md)<\/a>/g)].map(([, text]) => `${url}: ${text}`),
  )
  expect(named).toEqual([])
  expect(pages.get(`${GUIDES}/integrate/curl`)).toContain(
    `<a href="${GUIDES}/ingest">Sending rows</a>`,
  )
  expect(pages.get(`${GUIDES}/email`)).toContain(`<a href="${GUIDES}/ingest#one-row">One row</a>`)
  // A test is no page.
  const trust = pages.get(`${GUIDES}/trust`)!
  expect(trust).toContain('leak-matrix.test.ts')
  expect(trust).not.toContain('href="../server')
  expect(trust).not.toContain('<!--')
})

test('the headings of a page are listed beside it, and each leads to itself', () => {
  const html = pages.get(`${GUIDES}/events`)!
  expect(html).toContain('<h2 id="pulling">Pulling <a class="anchor" href="#pulling"')
  const outline = /<nav class="outline"[\s\S]*?<\/nav>/.exec(html)![0]
  expect(targetsOf(outline)).toEqual(expect.arrayContaining(['#pulling', '#webhooks']))
})

test('each heading of the reference leads to its guides, and they lead back', () => {
  const reference = pages.get('/docs')!
  for (const { name } of contract.tags) {
    const start = reference.indexOf(`<section aria-labelledby="${name.toLowerCase()}"`)
    const section = reference.slice(start, reference.indexOf('</section>', start))
    const guides = (guidesOf[name] ?? []).map((file) => docsAddress(file)!)
    expect([name, guides.length]).not.toEqual([name, 0])
    expect(targetsOf(section)).toEqual(expect.arrayContaining(guides))
    for (const guide of guides) {
      expect(targetsOf(mainOf(pages.get(guide)!))).toContain(tagAddress(name))
    }
  }
})

test('no id is twice on a page', () => {
  const doubled = [...pages].filter(([, html]) => new Set(idsOf(html)).size < idsOf(html).length)
  expect(doubled.map(([url]) => url)).toEqual([])
})

test('the examples shown are those of openapi.json, and none is made up', () => {
  const wrong = operationsOf(contract).filter(({ operationId, requestBody }) => {
    const html = pages.get(operationAddress(operationId))!
    const examples = Object.entries(requestBody?.content ?? {}).filter(
      ([, { example }]) => example !== undefined,
    )
    const isShown = examples.every(([type, { example }]) =>
      html.includes(`<code>${escapeHtml(exampleText(type, example))}\n</code>`),
    )
    // Beside them there is only the request with curl.
    return !isShown || html.split('<pre ').length - 1 !== examples.length + 1
  })
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

const operationsOf = ({ paths }: OpenApi) =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

test('a page says what a request takes, what it answers, and how it is refused', () => {
  const html = pages.get(operationAddress('post_webhooks'))!
  const said = [
    'client.webhooks.create',
    'definitions:write',
    '-H &quot;Authorization: Bearer $TOKEN&quot;',
    '<code>url</code> <span class="type">string</span> <span class="required">required</span> <span class="limits">1 to 2,000 characters</span>',
    'list of <a href="/docs/schemas/EventChoice">EventChoice</a>',
    '<code>data</code> <span class="type"><a href="/docs/schemas/WebhookWithSecret">',
    '<code>invalid_request</code>',
    'href="/docs/guides/errors"',
    'href="/docs/guides/events"',
  ]
  expect(said.filter((text) => !html.includes(text))).toEqual([])
})

test('a request with a file sends it last, because what it is for has to be known first', async () => {
  const html = await pageOf(operationAddress('post_boards-import'))
  const curl = /curl[\s\S]*?<\/code>/.exec(html)![0]
  expect([...curl.matchAll(/(-\S+) &#39;(\w+)=/g)].map(([, how, name]) => [how, name])).toEqual([
    ['--form-string', 'boardId'],
    ['--form-string', 'mapping'],
    ['-F', 'file'],
  ])
  expect(curl).toContain('file=@contacts.csv')
})

test('after a reading that failed, the next request reads again', async () => {
  let isBroken = true
  const other = fastify()
  serveDocs(other, () => {
    if (isBroken) throw new Error('it could not be read')
    return openApiDocument()
  })
  expect((await other.inject('/docs')).statusCode).toBe(500)
  isBroken = false
  expect((await other.inject('/docs')).statusCode).toBe(200)
  expect((await other.inject(`${SEARCH}?q=upsert`)).statusCode).toBe(200)
  await other.close()
})

describe('the search', () => {
  const found = async (query: string) =>
    targetsOf(mainOf(await pageOf(`${SEARCH}?q=${encodeURIComponent(query)}`)))

  test('finds an operation by name, by path and by its name in the client, and a shape by its fields', async () => {
    expect(await found('sign in')).toContain(operationAddress('post_auth-signin'))
    expect((await found('POST /v1/ingest/rows'))[0]).toBe(operationAddress('post_ingest-rows'))
    expect((await found('ingest.writeRows'))[0]).toBe(operationAddress('post_ingest-rows'))
    expect(await found('upsert')).toContain(operationAddress('post_ingest-records'))
    expect(await found('nextCursor')).toContain(schemaAddress('NextCursor'))
  })

  test.each([
    ['upsert', 'ingest#pages-your-own-id-for-a-record'],
    ['rate limit', 'ingest#limits'],
    ['webhook secret', 'events#webhooks'],
    ['how do I stop spam', 'forms#spam'],
    ['pagination', 'rows#page-by-page'],
    ['opt out', 'conversations#opting-out'],
    ['how do I retry', 'ingest#retries'],
    ['matchOn', 'imports#import'],
    ['cors', 'ingest#keys'],
    ['formulas', 'columns#formulas'],
    ['permissions', 'policies#setting-a-policy'],
    ['API key', 'ingest#keys'],
  ])('for %s, it finds %s first', async (query, wanted) => {
    expect((await found(query))[0]).toBe(`${GUIDES}/${wanted}`)
  })

  test.each(['idempotency', 'money', 'replica'])(
    'for %s, it finds nothing of how the service is made',
    async (query) => {
      const pages = await found(query)
      expect(pages.length).toBeGreaterThan(3)
      expect(pages.filter((page) => page.startsWith(`${GUIDES}/design`))).toEqual([])
    },
  )

  test('reads the first words of a long query, so that nobody waits for the rest', async () => {
    const long = await found(`spam filter ${'e t a o '.repeat(1000)}`)
    expect(long).toEqual(await found('spam filter e t a o e t'))
  })

  test('says if there is nothing, and shows what was asked as it was asked', async () => {
    const nothing = await pageOf(`${SEARCH}?q=zzz`)
    expect(nothing).toContain('Nothing has these words.')
    const html = await pageOf(`${SEARCH}?q=${encodeURIComponent('"<b>')}`)
    expect(html).toContain('value="&quot;&lt;b&gt;"')
    expect(html).not.toContain('<b>"')
  })
})

test('only the page of an operation has a script, which is ours, and all are small and load nothing from elsewhere', async () => {
  const scripts = " script-src 'self'; connect-src 'self';"
  for (const [url, allowed] of [
    [GUIDES, ''],
    [`${GUIDES}/integrate/javascript`, ''],
    ['/docs', ''],
    [`${SEARCH}?q=rows`, ''],
    [operationAddress('post_definitions-import'), scripts],
    [schemaAddress('Event'), ''],
  ] as const) {
    const { headers, body } = await open(url)
    expect(headers['content-security-policy']).toBe(
      `default-src 'none';${allowed} style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(headers['x-frame-options']).toBe('DENY')
    expect(targetsOf(body).filter((to) => !/^[/#]/.test(to))).toEqual([])
    expect(body.split('<script ').length - 1).toBe(allowed === '' ? 0 : 1)
    expect(body).not.toMatch(/ style="|<style|<script>| on\w+="/)
    expect(gzipSync(body).length).toBeLessThan(40_000)
  }
  const style = await open('/docs/docs.css')
  expect(style.body).toContain('prefers-color-scheme:dark')
  expect(style.body).not.toContain('url(')
})

test('addresses of earlier releases lead on', async () => {
  for (const [old, now] of [
    ['/docs/json', '/v1/openapi.json'],
    ['/docs/yaml', '/v1/openapi.json'],
    ['/docs/static/index.html', '/docs'],
  ]) {
    const { statusCode, headers } = await open(old!)
    expect([old, statusCode, headers.location]).toEqual([old, 301, now])
  }
  // `/docs#/Boards/get_boards` was an operation's address.
  expect(idsOf(await pageOf('/docs'))).toContain('/Boards/get_boards')
})

test('the document names its licence, where it is served and who answers for it', async () => {
  const { info, servers } = JSON.parse(await pageOf('/v1/openapi.json'))
  expect([info.license.identifier, servers, info.contact]).toEqual([
    'Apache-2.0',
    [{ url: '/' }],
    { name: 'The operator of this service' },
  ])
})

test.each([
  'operations/nothing',
  'schemas/nothing',
  'schemas/__proto__',
  'nothing',
  'guides/nothing',
  'guides/%2e%2e/package.json',
  'guides/..%2fpackage',
  'guides/integrate',
  'guides/suites.json',
])('there is no page %s', async (path) => {
  expect((await open(`/docs/${path}`)).statusCode).toBe(404)
})
