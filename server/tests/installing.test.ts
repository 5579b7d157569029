// What the first start says when it cannot install what it needs, with the real npm. (install-causes.test.ts has the causes
// that need another machine.)
import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showProgress } from '../../scripts/install-progress.mjs'
import { until } from './support/clients/listener.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { certificate, certificateKey } from './support/outside/certificate.ts'
import { freePort } from './support/postgres/standby.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SCRIPTS = ['install', 'install-causes', 'install-progress', 'bundled-node']
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

let place: string
let checkout: string
beforeEach(async () => {
  place = await temporaryDirectory()
  checkout = join(place, 'sourcebook')
  await mkdir(join(checkout, 'scripts'), { recursive: true })
  for (const path of [
    'package.json',
    'package-lock.json',
    ...SCRIPTS.map((name) => `scripts/${name}.mjs`),
  ])
    await cp(join(root, path), join(checkout, path))
})
afterEach(() => discard(place))

interface How {
  registry?: string
  env?: Record<string, string>
  uid?: number
  /** A command that runs the rest of it, such as one that makes a small disk. */
  within?: string[]
}

/** Runs the installation with a registry that is at this machine. @returns its code, and the lines that it printed */
async function install({ registry = 'http://127.0.0.1:1/', env, uid, within = [] }: How = {}) {
  const [file, ...args] = [...within, process.execPath, join(checkout, 'scripts/install.mjs')]
  const child = spawn(file!, args, {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: place,
      npm_config_registry: registry,
      npm_config_cache: join(place, 'cache'),
      npm_config_update_notifier: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, lines: output.trimEnd().split('\n') }
}

/** A registry that answers everything so. */
async function registryThat(status: number, headers = {}, body = '{}') {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const loaded = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
})

test('every script of package.json begins by installing what it needs', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const others = Object.entries<string>(scripts).filter(
    ([, command]) => !/^node scripts\/(?:install|prepare)\.mjs /.test(command),
  )
  expect(others).toEqual([])
})

test('a registry that cannot be reached is named in one sentence, before npm tries it again and again', async () => {
  const registry = `http://127.0.0.1:${await freePort()}/`
  const { code, lines } = await install({ registry })
  expect(code).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^Installing \d+ packages, about \d+ MB/),
    `The npm registry cannot be reached at ${registry} (ECONNREFUSED). Connect this machine, or name another registry: npm config set registry URL. A release, which docs/operating/install.md describes, needs no network.`,
  ])
})

test('an installation that is done says so, and ends', async () => {
  const dependencies = { local: 'file:local' }
  const packages = {
    '': { dependencies },
    local: { version: '1.0.0' },
    'node_modules/local': { resolved: 'local', link: true },
  }
  await mkdir(join(checkout, 'local'))
  for (const [path, text] of Object.entries({
    'package.json': { dependencies },
    'package-lock.json': { lockfileVersion: 3, packages },
    'local/package.json': { name: 'local', version: '1.0.0' },
  }))
    await writeFile(join(checkout, path), JSON.stringify(text))
  const { url, close } = await registryThat(200)
  const { code, lines } = await install({ registry: url })
  close()
  expect(lines.at(-1)).toMatch(/^Installed in \d+ s\.$/)
  expect(code).toBe(0)
  expect((await install({ registry: url })).lines).toEqual([''])
})

test('a registry that lacks a package is told apart from one that is not there', async () => {
  const lock = JSON.parse(await readFile(join(checkout, 'package-lock.json'), 'utf8'))
  const dependencies = { uqr: lock.packages['node_modules/uqr'].version }
  const one = { '': { dependencies }, 'node_modules/uqr': lock.packages['node_modules/uqr'] }
  await writeFile(join(checkout, 'package.json'), JSON.stringify({ dependencies }))
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({ ...lock, packages: one }))
  const { url, close } = await registryThat(404)
  const { code, lines } = await install({ registry: url })
  close()
  expect(code).toBe(1)
  expect(lines.at(-1)).toMatch(
    /^The npm registry at http:\S+ does not have .+\. Name one that does: /,
  )
  expect(lines.filter((line) => /^npm /.test(line))).toEqual([])
})

test('a certificate that npm does not trust, and a proxy that lets nobody through, are named as such', async () => {
  const secure = createSecureServer({ cert: certificate, key: certificateKey })
  await new Promise<void>((ready) => secure.listen(0, '127.0.0.1', ready))
  const { port } = secure.address() as AddressInfo
  const untrusted = await install({ registry: `https://127.0.0.1:${port}/` })
  secure.close()
  expect(untrusted.code).toBe(1)
  expect(untrusted.lines.slice(1)).toEqual([
    expect.stringMatching(
      /^npm does not trust the certificate of its registry, https:\S+ \([A-Z_]+\)\. If a proxy here signs for it, /,
    ),
  ])
  const { url, close } = await registryThat(407)
  const stopped = await install({
    registry: 'http://registry.example.com/',
    env: { http_proxy: url, HTTP_PROXY: url },
  })
  close()
  expect(stopped.code).toBe(1)
  expect(stopped.lines.slice(1)).toEqual([
    expect.stringMatching(
      /^The proxy in front of the npm registry \(http:\S+\) does not let npm through/,
    ),
  ])
})

test('on a small disk, it says what is needed and what there is before it asks the registry', async () => {
  if (!isRoot) return
  const small = `mount -t tmpfs -o size=50m tmpfs "$1" && cp -r "$0/." "$1" && cd "$1" && exec "$2" scripts/install.mjs`
  const disk = join(place, 'disk')
  await mkdir(disk)
  const { code, lines } = await install({
    within: ['unshare', '--mount', 'sh', '-c', small, checkout, disk],
  })
  expect(code).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(
      /^The packages need \d+ MB of room in \S+ while they are installed, and there are \d\d MB\./,
    ),
  ])
})

test('a folder that this user may not write is named, with what to do', async () => {
  const { code, lines } = await install(isRoot ? { uid: NOBODY } : {})
  if (!isRoot) return
  expect(code).toBe(1)
  expect(lines).toEqual([
    `Nothing can be installed in ${checkout}/: it belongs to another user. Start once as a user who may write there, or copy the folder to a place of your own.`,
  ])
})

test('without glibc it says what Sourcebook needs there, and fetches nothing', async () => {
  const musl = `const { getReport } = process.report
process.report.getReport = () => ({ header: { ...getReport.call(process.report).header, glibcVersionRuntime: undefined } })`
  const { code, lines } = await install({ env: loaded(musl) })
  expect(code).toBe(1)
  expect(lines).toEqual([
    'The Node and the PostgreSQL of npm need glibc, which this Linux does not have (Alpine, for one, has musl). To run Sourcebook here, set SOURCEBOOK_NODE to the path of a Node 24.16.0 or later that runs here, and set DATABASE_URL to a PostgreSQL 15 or later.',
  ])
})

test('without npm it says how to get it', async () => {
  const { code, lines } = await install({ env: { PATH: place } })
  expect(code).toBe(1)
  expect(lines.at(-1)).toBe(
    'npm is not installed here, and Sourcebook installs its packages with it (on Debian: apt-get install npm).',
  )
})

test('a Node of npm that lacks a library is not left in the way of the next start', async () => {
  if (process.platform !== 'linux') return
  const { name, path } = {
    name: `node-linux-${process.arch}`,
    path: join(checkout, 'node_modules'),
  }
  const bin = join(path, name, 'bin')
  await mkdir(bin, { recursive: true })
  await mkdir(join(path, '.bin'))
  const broken = `#!/bin/sh
echo "$0: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory" >&2
exit 127
`
  for (const at of [join(bin, 'node'), join(path, '.bin/node')])
    await writeFile(at, broken, { mode: 0o755 })
  // As npm leaves it: everything is there.
  const { packages } = JSON.parse(await readFile(join(checkout, 'package-lock.json'), 'utf8'))
  delete packages['']
  await writeFile(join(path, '.package-lock.json'), JSON.stringify({ packages }))
  for (const _ of ['once', 'again']) {
    const { code, lines } = await install()
    expect(code).toBe(1)
    expect(lines).toEqual([
      'The Node that npm has for this machine needs libatomic.so.1, which is missing here. Install it (on Debian: apt-get install libatomic1), or set SOURCEBOOK_NODE to the path of a Node 24.16.0 or later that runs here.',
    ])
  }
  await expect(readFile(join(path, '.bin/node'))).rejects.toThrow('ENOENT')
  const { code } = await install({ env: { SOURCEBOOK_NODE: process.execPath } })
  expect(code).toBe(0)
})

test.each([
  ['a pipe gets plain lines, few of them', false],
  ['a terminal gets one line that moves, and goes', true],
])('on the way, %s: how many packages, and how much of how much', async (_, isTTY) => {
  let written = ''
  const output = { isTTY, write: (text: string) => (written += text) }
  const paths = Array.from({ length: 40 }, (_, i) => `node_modules/p${i}`)
  const end = showProgress(checkout, paths, 40, output)
  for (const path of paths) {
    await mkdir(join(checkout, path), { recursive: true })
    await writeFile(join(checkout, path, 'index.js'), Buffer.alloc(1_000_000))
    await writeFile(join(checkout, path, 'package.json'), '{}')
  }
  await until(() => written.includes('40 of 40 packages, 40 of about 40 MB'), 'all of them')
  end()
  const lines = written.split('\n')
  if (isTTY) {
    expect(lines).toHaveLength(1)
    expect(written.endsWith('\r\x1b[K')).toBe(true)
  } else {
    expect(lines.length).toBeLessThanOrEqual(11)
    expect(written).not.toContain('\r')
  }
})
