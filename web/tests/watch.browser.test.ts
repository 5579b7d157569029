// Browser tests fail on unexpected errors; these tests show that they do.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { theBrowser } from './support/browser.ts'
import { watch } from './support/watch.ts'

let server: Server
let origin: string
let page: Page

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/') response.setHeader('content-security-policy', "script-src 'self'")
    if (url === '/v1/auth/session') response.statusCode = 401
    if (url === '/v1/rows') response.statusCode = 409
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><link rel="icon" href="data:,">')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(async () => {
  page = await (await theBrowser()).newPage()
})
afterEach(() => page.close())

/** The problems reported when a page runs this script. */
async function noticed(script: string, refusals: number[] = []): Promise<string[]> {
  const troubles = watch(page, origin, refusals)
  await page.goto(origin)
  await page.evaluate(script)
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
  return troubles
}

test.each([
  ['an error in the console', "console.error('lost')", 'console: lost'],
  ['an exception', "void setTimeout(() => { throw new Error('boom') })", 'exception: Error: boom'],
  [
    'a promise that nobody caught',
    "void Promise.reject(new Error('boom'))",
    'exception: Error: boom',
  ],
  ['a refusal', "fetch('/v1/rows')", '409: GET http'],
  [
    'a request to elsewhere',
    "void fetch('http://localhost:9/a').catch(() => {})",
    'a request to elsewhere',
  ],
  [
    'what the page’s policy forbids',
    "void document.body.appendChild(Object.assign(document.createElement('script'), { text: '1' }))",
    'console: ',
  ],
])('%s is noticed', async (_, script, trouble) => {
  const troubles = await noticed(script)
  await expect.poll(() => troubles.join()).toContain(trouble)
})

test('an expected refusal is not reported', async () => {
  expect(await noticed("fetch('/v1/rows').then(() => fetch('/v1/auth/session'))", [409])).toEqual(
    [],
  )
})
