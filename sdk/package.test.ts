import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { operationGroups } from '../contract/operations.ts'
import { hashOfSources } from '../scripts/build-web.mjs'
import { makeBoard, makeDesk } from '../server/tests/support/fixtures.ts'
import { until } from '../server/tests/support/listener.ts'
import { startService, type TestService } from '../server/tests/support/service.ts'
import { discard, temporaryDirectory } from '../server/tests/support/temporary.ts'
import { theBrowser } from '../web/tests/support/browser.ts'

// The package as others have it: packed, installed without a network, and used by import, by require and in a browser.

const root = fileURLToPath(new URL('../', import.meta.url))
const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let directory: string
let installed: string
let service: TestService
let token: string
let board: Awaited<ReturnType<typeof makeBoard>>
beforeAll(async () => {
  service = await startService()
  service.work()
  token = (await makeDesk(service)).tokens.owner
  board = await makeBoard(service, token, [
    { name: 'Business', type: 'text' },
    { name: 'Phone', type: 'phone' },
    { name: 'Papers', type: 'file' },
  ])
  directory = await temporaryDirectory(tmpdir())
  await rm(join(root, 'sdk/dist'), { recursive: true, force: true })
  const sources = hashOfSources()
  const { stdout } = await run('npm', 'pack', './sdk', '--pack-destination', directory)
  expect(hashOfSources(), 'the app would be built again').toBe(sources)
  await writeFile(join(directory, 'package.json'), '{"private": true, "type": "module"}')
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  await inside('npm', 'install', ...quiet, join(directory, stdout.trim().split('\n').at(-1)!))
  installed = join(directory, 'node_modules/@sourcebook/client')
})
afterAll(async () => {
  await discard(directory)
  await service.stop()
})

const execute = promisify(execFile)
const given = () => ({
  SOURCEBOOK_URL: service.origin,
  SOURCEBOOK_KEY: board.secret,
  SOURCEBOOK_TOKEN: token,
  SOURCEBOOK_BOARD: board.id,
  WEBHOOK_SECRET: SECRET,
})
const run = (file: string, ...args: string[]) => execute(file, args, { cwd: root })
const inside = async (file: string, ...args: string[]) => {
  const env = { ...process.env, ...given() }
  return execute(file, args, { cwd: directory, env }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`)
  })
}

/** A delivery, signed as the service signs it. */
function delivery() {
  const body = JSON.stringify({
    type: 'rows.created',
    timestamp: new Date().toISOString(),
    data: { count: 1, event: { actor: 'user:1' } },
  })
  const now = new Date()
  const headers = {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('one', now, body),
  }
  return { body, headers }
}

type Manifest = Record<string, unknown> & {
  exports: Record<string, Record<string, Record<string, string>>>
}

/** What would keep a program from finding the code or its types, as `@arethetypeswrong/cli` tells it. */
function exportFaults({ exports }: Manifest, folder: string): string[] {
  return Object.entries(exports['.']!).flatMap(([way, targets]) => {
    const [first] = Object.keys(targets)
    const order = first === 'types' ? [] : [`${way}: types come after ${first}`]
    const wanted = way === 'import' ? 'module' : 'commonjs'
    const wrong = Object.values(targets)
      .filter((target) => kindOf(join(folder, target)) !== wanted)
      .map((target) => `${way}: ${target} is no ${wanted}`)
    return [...order, ...wrong]
  })
}

/** How Node and TypeScript read a file: by the nearest package.json. */
function kindOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).type
  }
}

test('the package is whole: code and types of both kinds, licences, no dependencies', async () => {
  const manifest: Manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const product = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@sourcebook/client', license: product.license })
  expect(manifest).toMatchObject({ version: product.version, sideEffects: false })
  expect(manifest).not.toHaveProperty('dependencies')
  expect(exportFaults(manifest, installed)).toEqual([])
  for (const name of ['LICENSE', 'README.md', 'dist/LICENSE.eventsource-parser']) {
    expect(existsSync(join(installed, name)), name).toBe(true)
  }
  const { import: esm, require: cjs } = manifest.exports['.']!
  const swapped = { '.': { import: cjs!, require: { default: cjs!.default!, types: 'no.d.ts' } } }
  expect(exportFaults({ exports: swapped }, installed)).toEqual([
    `import: ${cjs!.types} is no module`,
    `import: ${cjs!.default} is no module`,
    'require: types come after default',
    'require: no.d.ts is no commonjs',
  ])
  expect(esm).not.toEqual(cjs)
})

/** Every Node on this machine that the package is for, this one first. */
async function nodes(): Promise<string[]> {
  const paths = process.env.PATH!.split(delimiter).map((folder) => join(folder, 'node'))
  const found = [process.execPath, ...paths].filter((path) => existsSync(path))
  const all = [...new Set(found.map((path) => realpathSync(path)))]
  const versions = await Promise.all(all.map(async (path) => (await run(path, '-v')).stdout))
  return all.filter((_, at) => Number(/^v(\d+)/.exec(versions[at]!)![1]) >= 20)
}

const PROGRAM = `
const { SOURCEBOOK_URL: baseUrl, SOURCEBOOK_KEY: key, SOURCEBOOK_TOKEN: token } = process.env
const main = async () => {
  const site = createClient({ baseUrl, key })
  const file = await uploadFile(site, new Blob(['rent']), { name: 'lease.txt', by: 'key' })
  const cells = { business: 'By ' + kind, papers: [{ upload: file.data.upload }] }
  const written = await site.ingest.writeRows({ cells })
  const names = []
  for await (const { cells } of site.iterate('ingest.readBoard', { query: { limit: 1 } })) names.push(cells.business)
  const refused = await createClient({ baseUrl, token: 'sat_no' }).boards.listRows.iterate({ id: '1' }).next().catch((e) => e)
  const { body, headers } = JSON.parse(process.argv.at(-1))
  const event = await verifyWebhook(body, headers, process.env.WEBHOOK_SECRET)
  console.log(JSON.stringify({
    ok: written.ok, listed: names.includes('By ' + kind), event: event.type, refused: refused instanceof RefusedError,
  }))
}
main()`

test('it works by import and by require, in every Node that is here', async () => {
  const names = '{ createClient, RefusedError, uploadFile, verifyWebhook }'
  const sent = JSON.stringify(delivery())
  for (const [place, node] of (await nodes()).entries()) {
    for (const [type, load] of [
      ['module', `import ${names} from '@sourcebook/client'`],
      ['commonjs', `const ${names} = require('@sourcebook/client')`],
    ]) {
      const source = `${load}\nconst kind = '${type} ${place}'\n${PROGRAM}`
      const { stdout } = await inside(node, `--input-type=${type}`, '-e', source, '--', sent)
      const done = { ok: true, listed: true, event: 'rows.created', refused: true }
      expect(JSON.parse(stdout), `${node} as ${type}`).toEqual(done)
    }
  }
})

/** Compiles only if answers follow from what is sent, and lists from the operation. */
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
  const guide = await client.ingest.readBoard({ format: 'markdown' })
  if (guide.ok) guide.text satisfies string
  for await (const item of client.boards.listRows.iterate({ id: '1' }, { limit: 9 })) item satisfies Row
  for await (const item of client.iterate('feeds.pull', { query: { types: 'rows.*' } })) item.type satisfies EventType
  // @ts-expect-error One thing is no list.
  client.boards.get.iterate
  // @ts-expect-error Nor by its name.
  client.iterate('boards.get', { params: { id: '1' } })
  // @ts-expect-error A row has cells.
  await client.boards.createRows({ id: '1' }, { cell: {} })
}
`
const TYPES = 'Client, EventType, NewRows, Row'

const strict = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  erasableSyntaxOnly: true,
  target: 'es2023',
}
const project = (compilerOptions: object, files: string[]) =>
  JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files })
const compile = (config: string) =>
  inside(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', config)

/** The blocks of the README as one program. */
const README_PROGRAM = [...readme.matchAll(/^```ts\n([\s\S]+?)^```$/gm)]
  .map(([, block]) => block)
  .join('')

const PAGE = `
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

test('strict programs of each kind compile, and those that ask for too much do not', async () => {
  const node = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], lib: ['es2023'] }
  const files: Record<string, string> = {
    'use.mts': `import type { ${TYPES} } from '@sourcebook/client'\n${USE}`,
    'use.cts': `import client = require('@sourcebook/client')\nclient.createClient({ baseUrl: '' })`,
    'old.ts': `import { createClient, type ${TYPES.replaceAll(', ', ', type ')} } from '@sourcebook/client'\n${USE}\nawait use(createClient({ baseUrl: '' }))`,
    'page.ts': PAGE,
    'readme.ts': README_PROGRAM,
    'node.json': project({ ...node, module: 'nodenext' }, ['use.mts', 'readme.ts']),
    'common.json': project({ ...node, module: 'nodenext', erasableSyntaxOnly: false }, ['use.cts']),
    'browser.json': project(
      { types: [], lib: ['es2023', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
      ['page.ts', 'old.ts'],
    ),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  for (const config of ['node.json', 'common.json', 'browser.json']) await compile(config)
})

test('every block of the README runs', async () => {
  const { body, headers } = delivery()
  await writeFile(join(directory, 'lease.pdf'), 'the lease')
  await writeFile(join(directory, 'leads.csv'), 'Business,Phone\nAcme,(415) 555-0100\nBay,nobody\n')
  const request = `new Request('http://hook.test', { method: 'POST', body: ${JSON.stringify(body)}, headers: ${JSON.stringify(headers)} })`
  const program = `${README_PROGRAM}
console.log('hook', (await POST(${request})).status, (await POST(new Request('http://hook.test', { method: 'POST' }))).status)
process.exit()`
  await writeFile(join(directory, 'readme.ts'), program)
  const running = execute(process.execPath, ['readme.ts'], {
    cwd: directory,
    env: { ...process.env, ...given() },
  })
  let said = ''
  running.child.stdout!.on('data', (text) => {
    said += text
  })
  let isDone = false
  const finished = running.finally(() => {
    isDone = true
  })
  finished.catch(() => {})
  // After the import, it listens to whatever comes next.
  await until(() => isDone || said.includes('completed'), 'the import')
  while (!isDone) {
    await service.api('POST', `/v1/boards/${board.id}/rows`, { token, body: { cells: {} } })
  }
  const { stdout, stderr } = await finished
  expect(stderr).toBe('')
  expect(stdout).toContain("[ 'business', 'phone' ]")
  expect(stdout).toContain('[ 1, 1 ]')
  expect(stdout).toContain('Acme Bakery')
  expect(stdout).toContain(' 9\n')
  expect(stdout).toContain('2 of 2\n')
  expect(stdout).toContain('completed 2\n')
  expect(stdout).toContain('user:')
  expect(stdout).toContain('hook 204 400\n')
})

test('the README names every group of operations', () => {
  const named = [...readme.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, group]) => group),
  )
  expect(named.sort()).toEqual(Object.keys(operationGroups).sort())
})

/** What a page loads, compressed; without the client it is nearly nothing. */
const MOST_KIB = 12

test(`a bundle of it is at most ${MOST_KIB} KiB, and works in a browser`, async () => {
  const place = join(directory, 'page')
  await mkdir(place)
  await writeFile(join(place, 'page.ts'), PAGE)
  await writeFile(join(place, 'index.html'), '<script type="module" src="page.ts"></script>')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await inside(process.execPath, vite, 'build', 'page', '--target', 'es2022', '--logLevel', 'warn')
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://page.test')
    const path = join(place, 'dist', pathname === '/' ? 'index.html' : pathname)
    const content = await readFile(path).catch(() => null)
    response.writeHead(content ? 200 : 404, {
      'content-type': extname(path) === '.js' ? 'text/javascript' : 'text/html',
    })
    if (extname(path) === '.js') sizes.push(gzipSync(content!).length / 1024)
    response.end(content)
  })
  const sizes: number[] = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await (await theBrowser()).newPage()
  onTestFinished(async () => {
    await page.context().close()
    server.close()
  })
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const sent = JSON.stringify({
    url: service.origin,
    key: board.secret,
    secret: SECRET,
    ...delivery(),
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await page.goto(`${origin}/?given=${encodeURIComponent(sent)}`)
  await expect
    .poll(async () => errors[0] ?? (await page.evaluate('globalThis.done')))
    .toEqual({
      ok: true,
      file: ['page.txt', 13, 'file'],
      listed: true,
      event: 'rows.created',
      tampered: 'wrong_signature',
    })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_KIB)
})
