import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wireClient } from '../../tests/hostile/wire.ts'
import { temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { startService, type TestService } from '../../tests/support/service/service.ts'

const PACKAGE = new URL('../../../package.json', import.meta.url)

let directory: string
let service: TestService
beforeAll(async () => {
  directory = await temporaryDirectory()
  const webDir = join(directory, 'dist')
  await mkdir(join(webDir, 'assets'), { recursive: true })
  await writeFile(join(directory, 'secret.txt'), 'outside')
  await writeFile(join(webDir, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">')
  await writeFile(join(webDir, 'icon.svg'), '<svg/>')
  await writeFile(join(webDir, '.sources'), 'hash')
  await writeFile(join(webDir, 'assets/main-1.js'), 'export {}')
  await writeFile(join(webDir, 'assets/main-1.js.gz'), gzipSync('export {}'))
  await writeFile(join(webDir, 'assets/main-1.js.br'), brotliCompressSync('export {}'))
  service = await startService({ webDir })
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const open = (path: string, headers: Record<string, string> = HTML) =>
  service.api('GET', path, { headers })

test.each(['/', '/pages/leads?sort=-amount', '/settings/members', '/reset/abc', '/v1x'])(
  '%s is answered by the page of the app',
  async (path) => {
    const { status, headers, text } = await open(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toMatch(/^<meta name="csp-nonce" content="[\w+/]{22}==">$/)
  },
)

test('the page runs only files of the service, and cannot be framed', async () => {
  const [one, two] = [await open('/'), await open('/')]
  const nonce = /content="(.+?)"/.exec(one.text)![1]
  expect(two.text).not.toContain(nonce)
  const policy = one.headers.get('content-security-policy')!.split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      `style-src 'self' 'nonce-${nonce}'`,
    ]),
  )
  expect(policy.filter((rule) => rule.includes('unsafe'))).toEqual([
    "style-src-attr 'unsafe-inline'",
  ])
  expect(Object.fromEntries(one.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('assets are cached for good, other files are revalidated', async () => {
  const asset = await open('/assets/main-1.js', { 'accept-encoding': 'identity' })
  expect([asset.status, asset.text]).toEqual([200, 'export {}'])
  expect(asset.headers.get('content-type')).toMatch(/javascript/)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const [accepted, encoding, unpack] of [
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ] as const) {
    const packed = await open('/assets/main-1.js', { 'accept-encoding': accepted })
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    expect(unpack(packed.bytes).toString()).toBe('export {}')
    expect(packed.headers.get('cache-control')).toContain('immutable')
  }
  const icon = await open('/icon.svg')
  expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

describe('other paths stay what they are', () => {
  test.each([
    '/v1/nothing',
    '/v1',
    '/V1/boards',
    '/assets/main-0.js',
    '/docs/nothing',
    '/healthz/x',
    '/metrics/x',
  ])('%s: 404 as JSON, to browsers too', async (path) => {
    const { status, body } = await open(path)
    expect([status, body?.code]).toEqual([404, 'not_found'])
  })

  test('an unknown path is 404 as JSON for clients that do not want a page', async () => {
    expect(await open('/pages/leads', { accept: 'application/json' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await service.api('POST', '/pages/leads', { headers: HTML })).status).toBe(404)
    expect(await open('/v1/auth/signin')).toMatchObject({ status: 405 })
  })

  test('the reference, and pages for the operator', async () => {
    const reference = await open('/docs')
    expect(reference.text).toContain('<h1>API reference</h1>')
    expect(reference.headers.get('content-security-policy')).toContain("style-src 'self';")
    expect(reference.headers.get('x-frame-options')).toBe('DENY')
    expect((await open('/healthz')).body).toMatchObject({ status: 'ok' })
  })
})

test.each([
  '/assets/../../secret.txt',
  '/..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/.sources',
  '/assets/main-1.js/../../.sources',
])('%s leads to no file', async (path) => {
  const client = wireClient(service.origin)
  const { text } = await client.send('GET', path, HTML, undefined)
  client.close()
  expect(text).toMatch(/^<meta|not_found|invalid_request/)
})

test.each(['*/*', 'application/json', ''])(
  'the root tells a plain client (Accept: %s) what this is, with and without a build',
  async (accept) => {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8'))
    const bare = await service.beside({ webDir: join(directory, 'nothing') })
    for (const origin of [service.origin, bare.origin]) {
      const client = wireClient(origin) // fetch would send its own Accept
      const headers: Record<string, string> = accept === '' ? {} : { accept }
      const { status, text } = await client.send('GET', '/', headers, undefined)
      client.close()
      expect(status).toBe(200)
      const about = JSON.parse(text)
      expect(about).toEqual({
        name: 'Sourcebook',
        version,
        docs: '/docs',
        openapi: '/v1/openapi.json',
      })
      for (const path of [about.docs, about.openapi]) {
        expect((await fetch(origin + path)).status).toBe(200)
      }
      const head = await fetch(origin, { method: 'HEAD', headers })
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
        '',
      ])
      expect(head.headers.get('vary')).toContain('Accept')
    }
  },
)

test('without a build people are redirected to the reference', async () => {
  const bare = await service.beside({ webDir: join(directory, 'nothing') })
  const answer = await fetch(`${bare.origin}/`, { redirect: 'manual', headers: HTML })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
})
