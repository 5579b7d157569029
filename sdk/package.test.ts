import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationGroups } from '../contract/operations.ts'
import { hashOfSources } from '../scripts/build-web.mjs'
import { until } from '../server/tests/support/clients/listener.ts'
import {
  execute,
  expectPageWorks,
  type InstalledPackage,
  installPackage,
  PAGE,
  PROGRAM_FINDS,
  programOf,
  README_PROGRAM,
  readme,
  root,
  signedDelivery,
  typedPrograms,
} from '../server/tests/support/releases/client-package.ts'

let installed: InstalledPackage
let sources: { before: string; after: string }
beforeAll(async () => {
  await rm(join(root, 'sdk/dist'), { recursive: true, force: true })
  const before = hashOfSources()
  installed = await installPackage()
  sources = { before, after: hashOfSources() }
})
afterAll(() => installed?.stop())

test('building it is no reason to build the app again', () => {
  expect(existsSync(join(root, 'sdk/dist'))).toBe(true)
  expect(sources.after).toBe(sources.before)
})

type Manifest = Record<string, unknown> & {
  exports: Record<string, Record<string, Record<string, string>>>
}

/** What would keep a program from finding the code or its types, as `@arethetypeswrong/cli` finds it. */
function exportFaults({ exports }: Pick<Manifest, 'exports'>, folder: string): string[] {
  return Object.entries(exports['.']!).flatMap(([way, targets]) => {
    const [first] = Object.keys(targets)
    const wanted = way === 'import' ? 'module' : 'commonjs'
    const wrong = Object.values(targets).filter((path) => kindOf(join(folder, path)) !== wanted)
    return [
      ...(first === 'types' ? [] : [`${way}: types come after ${first}`]),
      ...wrong.map((path) => `${way}: ${path} is no ${wanted}`),
    ]
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

test('it is whole: code and types of both kinds, licences, no dependencies', async () => {
  const { folder } = installed
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@sourcebook/client', version, license })
  expect(manifest).not.toHaveProperty('dependencies')
  expect(exportFaults(manifest, folder)).toEqual([])
  for (const name of ['LICENSE', 'README.md', 'dist/LICENSE.eventsource-parser']) {
    expect(existsSync(join(folder, name)), name).toBe(true)
  }
  const { default: code, types } = manifest.exports['.']!.require as Record<string, string>
  const broken = { import: { types: types! }, require: { default: code!, types: 'no.d.ts' } }
  expect(exportFaults({ exports: { '.': broken } }, folder)).toEqual([
    `import: ${types} is no module`,
    'require: types come after default',
    'require: no.d.ts is no commonjs',
  ])
})

/** Every Node on this machine that the package is for, this one first. */
async function nodes(): Promise<string[]> {
  const paths = process.env.PATH!.split(delimiter).map((folder) => join(folder, 'node'))
  const found = [process.execPath, ...paths].filter((path) => existsSync(path))
  const all = [...new Set(found.map((path) => realpathSync(path)))]
  const versions = await Promise.all(all.map((path) => execute(path, ['-p', 'process.version'])))
  return all.filter((_, at) => Number(/^v(\d+)/.exec(versions[at]!.stdout)![1]) >= 20)
}

test('it works by import and by require, in every Node that is here', async () => {
  for (const [place, node] of (await nodes()).entries()) {
    for (const type of ['module', 'commonjs'] as const) {
      const program = programOf(type, `${type} ${place}`)
      const { stdout } = await installed.run(node, `--input-type=${type}`, '-e', program)
      expect(JSON.parse(stdout), `${node} as ${type}`).toEqual(PROGRAM_FINDS)
    }
  }
})

test('strict programs of each kind compile', async () => {
  await installed.write(typedPrograms(join(root, 'node_modules/@types')))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  for (const config of ['node.json', 'web.json']) {
    await installed.run(process.execPath, tsc, '-p', config)
  }
})

test('every block of the README runs', async () => {
  const { directory, env, service, token, board, write } = installed
  const { body, headers } = signedDelivery()
  const request = JSON.stringify({ method: 'POST', body, headers })
  await write({
    'lease.pdf': 'the lease',
    'leads.csv': 'Business,Phone\nAcme,(415) 555-0100\nBay,nobody\n',
    'readme.ts': `${README_PROGRAM}
const hook = async (init: RequestInit) => (await POST(new Request('http://hook.test', init))).status
console.log('hook', await hook(${request}), await hook({ method: 'POST' }))
process.exit()`,
  })
  const running = execute(process.execPath, ['readme.ts'], { cwd: directory, env })
  let output = ''
  running.child.stdout!.on('data', (text) => {
    output += text
  })
  let isDone = false
  const finished = running.finally(() => {
    isDone = true
  })
  finished.catch(() => {})
  // After the import, it listens to whatever comes next.
  await until(() => isDone || output.includes('completed'), 'the import')
  while (!isDone) {
    await service.api('POST', `/v1/boards/${board.id}/rows`, { token, body: { cells: {} } })
  }
  const { stdout, stderr } = await finished
  expect(stderr).toBe('')
  const expected = [
    "[ 'business', 'phone' ]",
    '[ 1, 1 ]',
    'Acme Bakery',
    ' 9\n',
    '2 of 2\n',
    'completed 2\n',
    'user:1 [',
    'hook 204 400\n',
  ]
  for (const text of expected) expect(stdout).toContain(text)
})

test('the README names every group of operations', () => {
  const named = [...readme.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, group]) => group),
  )
  expect(named.sort()).toEqual(Object.keys(operationGroups).sort())
})

test('every link of the README leads to a site, because its package has no other pages', () => {
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!)
  expect(targets.filter((to) => !/^(https?:|#)/.test(to))).toEqual([])
})

/** Of what a page loads, compressed. The page itself is nearly nothing. */
const MOST_KIB = 12

test(`a bundle of it has at most ${MOST_KIB} KiB, and works in a browser`, async () => {
  const place = join(installed.directory, 'page')
  await mkdir(place)
  await writeFile(join(place, 'page.ts'), PAGE)
  await writeFile(join(place, 'index.html'), '<script type="module" src="page.ts"></script>')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const how = ['--target', 'es2022', '--logLevel', 'warn']
  await installed.run(process.execPath, vite, 'build', 'page', ...how)
  const kib = await expectPageWorks(join(place, 'dist'), installed.given)
  expect(kib).toBeLessThanOrEqual(MOST_KIB)
})
