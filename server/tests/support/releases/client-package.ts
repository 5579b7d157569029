import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished } from 'vitest'
import { theBrowser } from '../../../../web/tests/support/browser.ts'
import { makeBoard, makeDesk } from '../desks/fixtures.ts'
import { discard, temporaryDirectory } from '../machine/temporary.ts'
import { startService } from '../service/service.ts'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const QUIET = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']

export const execute = promisify(execFile)

/**
 * The client's package as others have it: packed, and installed in a directory of its own, with a service to use.
 *
 * @param others packages from the registry to install beside it. Without any, nothing is fetched.
 */
export async function installPackage(others: string[] = []) {
  const service = await startService()
  service.work()
  const token = (await makeDesk(service)).tokens.owner
  const board = await makeBoard(service, token, [
    { name: 'Business', type: 'text' },
    { name: 'Phone', type: 'phone' },
    { name: 'Papers', type: 'file' },
  ])
  const directory = await temporaryDirectory(tmpdir())
  const packed = await execute('npm', ['pack', './sdk', '--pack-destination', directory], {
    cwd: root,
  })
  const tarball = join(directory, packed.stdout.trim().split('\n').at(-1)!)
  const env = {
    ...process.env,
    SOURCEBOOK_URL: service.origin,
    SOURCEBOOK_KEY: board.secret,
    SOURCEBOOK_TOKEN: token,
    SOURCEBOOK_BOARD: board.id,
    WEBHOOK_SECRET: SECRET,
  }
  /** Runs a program where the package is installed. Fails with what it printed. */
  const run = (file: string, ...args: string[]) =>
    execute(file, args, { cwd: directory, env }).catch((error) => {
      throw new Error(`${error.stdout}${error.stderr}` || error.message)
    })
  const write = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  }
  await write({ 'package.json': '{"private": true, "type": "module"}' })
  const where = others.length > 0 ? ['--prefer-offline'] : ['--offline']
  await run('npm', 'install', '--loglevel=error', ...QUIET, ...where, tarball, ...others)
  return {
    service,
    token,
    board,
    directory,
    env,
    tarball,
    folder: join(directory, 'node_modules/@sourcebook/client'),
    run,
    write,
    /** What `PAGE` is opened with. */
    given: JSON.stringify({
      url: service.origin,
      key: board.secret,
      secret: SECRET,
      ...signedDelivery(),
    }),
    async stop() {
      await discard(directory)
      await service.stop()
    },
  }
}

export type InstalledPackage = Awaited<ReturnType<typeof installPackage>>

/** A webhook's delivery, signed as the service signs it. */
export function signedDelivery() {
  const now = new Date()
  const body = JSON.stringify({
    type: 'rows.created',
    timestamp: now.toISOString(),
    data: { count: 1, event: { actor: 'user:1' } },
  })
  const headers = {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('one', now, body),
  }
  return { body, headers }
}

const NAMES = '{ createClient, RefusedError, uploadFile, verifyWebhook }'
const LOADS = {
  module: `import ${NAMES} from '@sourcebook/client'`,
  commonjs: `const ${NAMES} = require('@sourcebook/client')`,
}

/** A program that uses the package, and prints as JSON what it found. */
export const programOf = (type: keyof typeof LOADS, name: string): string => `${LOADS[type]}
const { SOURCEBOOK_URL: baseUrl, SOURCEBOOK_KEY: key, WEBHOOK_SECRET: secret } = process.env
const name = ${JSON.stringify(name)}
const main = async () => {
  const site = createClient({ baseUrl, key })
  const file = await uploadFile(site, new Blob(['rent']), { name: 'lease.txt', by: 'key' })
  const cells = { business: name, papers: [{ upload: file.data.upload }] }
  const written = await site.ingest.writeRows({ cells })
  const names = []
  for await (const { cells } of site.ingest.readBoard.iterate({ limit: 2 })) names.push(cells.business)
  const rows = createClient({ baseUrl, token: 'sat_no' }).boards.listRows.iterate({ id: '1' })
  const refused = await rows.next().catch((error) => error instanceof RefusedError && error.code)
  const { body, headers } = ${JSON.stringify(signedDelivery())}
  const { type } = await verifyWebhook(body, headers, secret)
  console.log(JSON.stringify({ ok: written.ok, listed: names.includes(name), refused, type }))
}
main()
`
export const PROGRAM_FINDS = {
  ok: true,
  listed: true,
  refused: 'unauthenticated',
  type: 'rows.created',
}

/** Compiles only if answers follow from what is sent, and items from the list. */
const USE = `
export async function use(client: Client) {
  const one = await client.ingest.writeRows({ cells: { a: 1 } })
  if (one.ok) one satisfies { data: { id: string; position: number }; coerced: object[]; ignored: object[] }
  const checked = await client.ingest.writeRows({ cells: {} }, { dryRun: true })
  // @ts-expect-error A dry run has no id.
  if (checked.ok) checked.data.id satisfies string
  const many = await client.ingest.writeRecords({ rows: [{ a: 1 }] })
  if (many.ok) many.data.map(({ id }) => id) satisfies string[]
  if (many.ok) many.receipts[0]?.outcome satisfies string | undefined
  const row = await client.boards.createRows({ id: '1' }, { cells: {} })
  if (row.ok) row.data satisfies Row
  const rows = await client.definitions.createRows({ key: 'a' }, { rows: [{ cells: {} }] }, { timeoutMs: 1 })
  if (rows.ok) rows.data satisfies Row[]
  // @ts-expect-error Several rows are a list.
  if (rows.ok) rows.data satisfies Row
  // What is not known until it runs has either answer.
  const body: NewRows = { cells: {} }
  const either = await client.boards.createRows({ id: '1' }, body)
  if (either.ok) either.data satisfies Row | Row[]
  // @ts-expect-error It may be a list.
  if (either.ok) either.data satisfies Row
  const file = { boardId: '1', file: new Blob([]) }
  const run = await client.boards.importFile(file)
  if (run.ok) run.data.status satisfies string
  const preview = await client.boards.importFile({ ...file, dryRun: 'true' })
  if (preview.ok) preview.data.counts satisfies object
  const guide = await client.ingest.readBoard({ format: 'markdown' })
  if (guide.ok) guide.text satisfies string
  for await (const item of client.boards.listRows.iterate({ id: '1' }, { limit: 9 })) item satisfies Row
  for await (const item of client.iterate('feeds.pull', { query: { types: 'rows.*' } })) item.type satisfies EventType
  // @ts-expect-error A file is no list.
  client.boards.listImportFailures.iterate({ id: '1', runId: '2' }, { format: 'csv' })
  // @ts-expect-error One thing is no list.
  client.boards.get.iterate
  // @ts-expect-error Nor by its name.
  client.iterate('boards.get', { params: { id: '1' } })
  // @ts-expect-error A row has cells.
  await client.boards.createRows({ id: '1' }, { cell: {} })
}
`

/** The blocks of the README, which follow on each other, as one program. */
export const README_PROGRAM = [...readme.matchAll(/^```ts\n([\s\S]+?)^```$/gm)]
  .map(([, block]) => block)
  .join('')

/** Runs in a browser, on a page of another origin than the service's. */
export const PAGE = `
import { createClient, fileOf, uploadFile, verifyWebhook } from '@sourcebook/client'
const { url, key, secret, body, headers } = JSON.parse(new URLSearchParams(location.search).get('given')!)
const site = createClient({ baseUrl: url, key })
const bytes = new Response('from a stream').body!
const file = await uploadFile(site, bytes, { name: 'page.txt', type: 'text/plain', by: 'key' })
if (!file.ok) throw new Error(file.message)
const written = await site.ingest.writeRows({
  cells: { business: 'By the page', papers: [{ upload: file.data.upload }] },
})
const names: unknown[] = []
for await (const row of site.ingest.readBoard.iterate({ limit: 2 })) names.push(row.cells.business)
const event = await verifyWebhook(body, headers, secret)
const tampered = await verifyWebhook(body + ' ', headers, secret).catch(({ code }) => code)
Object.assign(globalThis, {
  done: {
    ok: written.ok,
    file: [file.data.name, file.data.size, (await fileOf(new Blob(['x']))).name],
    listed: names.includes('By the page'),
    event: event.type,
    tampered,
  },
})
`
const PAGE_FINDS = {
  ok: true,
  file: ['page.txt', 13, 'file'],
  listed: true,
  event: 'rows.created',
  tampered: 'wrong_signature',
}

const strict = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2023',
}

/**
 * Programs of each kind, with a project for each: ES modules and CommonJS under Node, and for a bundler.
 *
 * @param typeRoots where the types of Node are
 */
export function typedPrograms(typeRoots: string): Record<string, string> {
  const project = (compilerOptions: object, files: string[]) =>
    JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files })
  const node = { types: ['node'], typeRoots: [typeRoots], lib: ['es2023'], module: 'nodenext' }
  const web = { types: [], lib: ['es2023', 'dom'], module: 'esnext', moduleResolution: 'bundler' }
  const types = `import type { Client, EventType, NewRows, Row } from '@sourcebook/client'\n`
  return {
    'use.mts': types + USE,
    'use.cts': `import client = require('@sourcebook/client')
const made: client.Client = client.createClient({ baseUrl: '' })
client.verifyWebhook('', { 'webhook-id': ['1'] }, '').catch((error: client.WebhookError) => [made, error.code])`,
    'bundled.ts': types + USE,
    'page.ts': PAGE,
    'readme.ts': README_PROGRAM,
    'node.json': project(node, ['use.mts', 'use.cts', 'readme.ts']),
    'web.json': project(web, ['bundled.ts', 'page.ts']),
  }
}

/**
 * Serves a folder with a bundle of `PAGE`, opens it in the browser, and expects it to work.
 *
 * @returns how large its scripts are, compressed
 */
export async function expectPageWorks(folder: string, given: string): Promise<number> {
  let kib = 0
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://page.test')
    const path = join(folder, pathname === '/' ? 'index.html' : pathname)
    const content = await readFile(path).catch(() => null)
    const isScript = extname(path) === '.js'
    if (isScript && content) kib += gzipSync(content).length / 1024
    const type = isScript ? 'text/javascript' : 'text/html'
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const context = await (await theBrowser()).newContext()
  onTestFinished(async () => {
    await context.close()
    server.close()
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await page.goto(`${origin}/?given=${encodeURIComponent(given)}`)
  await expect
    .poll(async () => errors[0] ?? (await page.evaluate('globalThis.done')))
    .toEqual(PAGE_FINDS)
  return kib
}
