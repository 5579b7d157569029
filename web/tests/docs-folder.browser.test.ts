import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations.ts'
import { writeDocs } from '../../scripts/docs-folder.ts'
import { targetsOf, walk } from '../../server/tests/support/clients/walk.ts'
import { openPage, theBrowser } from './support/browser.ts'

let folder: string
let server: FastifyInstance
let origin: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'))
  await writeDocs(folder)
  // A browser opens connections ahead, and without this a close waits for them.
  server = fastify({ forceCloseConnections: true })
  await server.register(fastifyStatic, { root: folder, prefix: '/some/place/' })
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('the docs in a folder, below any path, have all pages, and every link leads somewhere in it', async () => {
  const { pages, broken } = await walk(`${origin}/some/place/`)
  expect(broken).toEqual([])
  const wanted = operations.map(({ operationId }) => `/some/place/operations/${operationId}.html`)
  expect(wanted.filter((path) => !pages.has(path))).toEqual([])
  const rooted = [...pages.values()].flatMap(targetsOf).filter((to) => to.startsWith('/'))
  expect(rooted).toEqual([])
  expect([...pages.keys()].filter((path) => !path.startsWith('/some/place/'))).toEqual([])
})

test('a page in a folder asks nobody else for anything, and offers nothing that needs a service', async () => {
  const page = await openPage(origin)
  await page.goto('/some/place/operations/post_ingest-rows.html')
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
  expect(await policy.getAttribute('content')).toContain("default-src 'none'")
  expect(await page.getByRole('heading', { name: 'Try it' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open the app' }).count()).toBe(0)
})

test('the search in a folder finds what the service finds', async () => {
  const page = await openPage(origin)
  await page.goto('/some/place/guides/integrate/curl.html')
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('webhook secret')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Search: webhook secret' }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('webhook secret')
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
})

test('the folder can be read without a web server', async () => {
  const page = await (await theBrowser()).newPage()
  const errors: string[] = []
  page.on('console', (message) => errors.push(message.text()))
  await page.goto(`${pathToFileURL(join(folder, 'index.html'))}`)
  await page.getByRole('searchbox').fill('upsert')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Pages: your own id for a record' }).waitFor()
  expect(errors).toEqual([])
  await page.close()
})
