import { gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../contract/openapi.ts'
import { operations } from '../../../contract/operations.ts'
import { escapeHtml } from '../../../shared/html-text.ts'
import { GUIDES } from '../guides/pages.rules.ts'
import { serveGuides } from '../guides/serve-guides.ts'
import { operationAddress, schemaAddress } from './addresses.rules.ts'
import type { OpenApi } from './document.rules.ts'
import { exampleText } from './samples.rules.ts'
import { serveReference } from './serve-reference.ts'

const contract = openApiDocument() as OpenApi

let app: FastifyInstance
beforeAll(() => {
  app = fastify()
  serveReference(app, openApiDocument)
  serveGuides(app)
})
afterAll(() => app.close())

const open = (url: string) => app.inject(url)

const pageOf = async (url: string): Promise<string> => {
  const { statusCode, body } = await open(url)
  expect([url, statusCode]).toEqual([url, 200])
  return body
}

const targetsOf = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, to]) => to!)

const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)

/** All pages, by address, as one comes to them from the first. */
const pages = new Map<string, string>()
/** Where links lead that are no pages of the reference. */
const others = new Set<string>()
beforeAll(async () => {
  const next = new Set(['/docs'])
  for (const url of next) {
    const html = await pageOf(url)
    pages.set(url, html)
    for (const to of targetsOf(html)) {
      const [path = ''] = to.split('#')
      if (/^\/docs\/(operations|schemas)\//.test(path)) next.add(path)
      else others.add(to)
    }
  }
})

test('every operation and every schema has a page, and every link leads somewhere', async () => {
  const wanted = [
    ...operations.map(({ operationId }) => operationAddress(operationId)),
    ...Object.keys(contract.components.schemas).map(schemaAddress),
  ]
  expect(wanted.filter((url) => !pages.has(url))).toEqual([])
  const parts = new Set(idsOf(pages.get('/docs')!).map((id) => `/docs#${id}`))
  // The app has its own tests, and the page a link to its own content.
  const asked = [...others].filter(
    (to) => !parts.has(to) && !['/', '/icon.svg', '#content'].includes(to),
  )
  for (const to of asked) await pageOf(to)
  expect(asked.filter((to) => to.includes('#'))).toEqual([])
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
  expect(curl.match(/-F &#39;\w+/g)!.map((part) => part.slice(8))).toEqual([
    'boardId',
    'mapping',
    'file',
  ])
  expect(curl).toContain('file=@contacts.csv')
})

describe('the search', () => {
  const found = async (query: string) => {
    const html = await pageOf(`/docs?q=${encodeURIComponent(query)}`)
    return targetsOf(/<main[\s\S]*<\/main>/.exec(html)![0])
  }

  test('finds by name, by path, by the name in the client and by field', async () => {
    expect(await found('sign in')).toContain(operationAddress('post_auth-signin'))
    expect((await found('POST /v1/ingest/rows'))[0]).toBe(operationAddress('post_ingest-rows'))
    expect((await found('ingest.writeRows'))[0]).toBe(operationAddress('post_ingest-rows'))
    expect(await found('upsert')).toContain(operationAddress('post_ingest-records'))
    expect(await found('nextCursor')).toContain(schemaAddress('NextCursor'))
  })

  test('leads to the guides if there is nothing, and shows what was asked as it was asked', async () => {
    expect(await found('<img src=x> zzz')).toEqual([GUIDES])
    const html = await pageOf(`/docs?q=${encodeURIComponent('"<b>')}`)
    expect(html).toContain('value="&quot;&lt;b&gt;"')
    expect(html).not.toContain('<b>"')
  })
})

test('a page runs one script of ours, loads nothing from elsewhere, and is small', async () => {
  for (const url of [
    '/docs',
    operationAddress('post_definitions-import'),
    schemaAddress('Event'),
  ]) {
    const { headers, body } = await open(url)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers['x-frame-options']).toBe('DENY')
    expect(targetsOf(body).filter((to) => !/^[/#]/.test(to))).toEqual([])
    expect(body).not.toMatch(/style="|<style|<script>| on\w+="/)
    expect(gzipSync(body).length).toBeLessThan(40_000)
  }
  const style = await open('/docs/reference.css')
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

test.each(['operations/nothing', 'schemas/nothing', 'schemas/__proto__', 'nothing'])(
  'there is no page %s',
  async (path) => {
    expect((await open(`/docs/${path}`)).statusCode).toBe(404)
  },
)
