// Installs the dependencies if they are missing or differ from the lock file; otherwise it takes no time. With `--dev`,
// it also installs what only tests and checks use, such as a browser; a first start without that takes half as long.
// Plain JavaScript that any Node from 18 on understands, because this is what installs the newer one.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledNode, isNewEnough, OLDEST } from './bundled-node.mjs'
import { whyNodeFails, whyNotHere, whyNpmFails } from './install-causes.mjs'
import { showProgress } from './install-progress.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const modules = join(root, 'node_modules')
const lockFile = join(root, 'package-lock.json')
/** Holds the hash of the lock file that node_modules was installed from, and `dev` if that was with `--dev`. */
const marker = join(modules, '.sourcebook-installed')
/** npm's own record of what it put into node_modules. */
const record = join(modules, '.package-lock.json')

/** About how many megabytes the packages take once they are there, and while npm fetches and unpacks them. */
const MEGABYTES = { start: [325, 700], dev: [740, 1_400] }
const MB = 1_000_000

const locked = existsSync(lockFile)
const wanted = createHash('sha256')
  .update(readFileSync(locked ? lockFile : join(root, 'package.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')

const [has, hasAll] = (read(marker) ?? '').split(' ')
/** If an earlier version was installed with `--dev`, so is the next one. */
const dev = process.argv.includes('--dev') || hasAll === 'dev'

if (has !== wanted || (dev && hasAll !== 'dev')) {
  // What a start does not need was taken out of packages that were installed without `--dev`.
  if (has === wanted || !isInstalled()) await install()
  checkNode()
  writeFileSync(marker, dev ? `${wanted} dev` : wanted)
}

async function install() {
  const [size, room] = dev ? MEGABYTES.dev : MEGABYTES.start
  failIf(whyNotHere(machine()))
  failIf(whyNoRights() ?? whyNoRoom(room))
  const since = Date.now()
  const packages = expectedPaths()
  console.error(
    `Installing ${packages.length || 'all'} packages, about ${size} MB with Node and PostgreSQL; this happens once per version.`,
  )
  // Otherwise npm says nothing for more than a minute.
  await npm(['ping', '--fetch-retries=0', '--fetch-timeout=20000'], (output, why) =>
    // A mirror need not know this request.
    /code E4(?!07)/.test(output) ? null : why,
  )
  const end = showProgress(root, packages, size)
  await npm(arguments_(), (output, why) => {
    end()
    return why ?? `${output.trimEnd()}\nnpm failed with what it says above.`
  })
  end()
  if (!dev) takeOutUnneeded()
  const seconds = Math.round((Date.now() - since) / 1_000)
  console.error(`Installed in ${seconds} s.`)
}

function arguments_() {
  // Overrides NODE_ENV and npm's settings: the bundled Node and PostgreSQL are optional dependencies. Warnings would be
  // about the Node that npm runs on, but the service runs on the bundled one.
  const args = [
    locked ? 'ci' : 'install',
    dev ? '--include=dev' : '--omit=dev',
    '--include=optional',
  ]
  // No package needs its scripts, and they would run before it is known that the bundled Node works here.
  args.push('--ignore-scripts')
  // `npm pack --dry-run` builds the client too, and hands its options on.
  return [...args, '--no-dry-run', '--no-audit', '--no-fund']
}

/**
 * Runs npm. If it fails, ends with what `saying` makes of its output and of the cause, which is null if it is not known; null
 * goes on.
 */
async function npm(args, saying) {
  // npm leaves out optional packages that are not for the Node that it runs on, such as Debian 12's 18. They are for the
  // bundled one.
  const version = `Object.defineProperty(process,%22version%22,{value:%22v${OLDEST}%22})`
  const judging = `--import=data:text/javascript,${version}`
  const path = process.env.npm_execpath
  const [file, ...before] = path?.endsWith('.js') ? [process.execPath, path] : ['npm']
  const child = spawn(file, [...before, ...args, '--loglevel=error', '--no-progress'], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${judging}`.trim() },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && file === 'npm',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [code, ended] = await new Promise((resolve) => {
    child.on('error', ({ code: problem }) => resolve([problem, null]))
    child.on('close', (...how) => resolve(how))
  })
  if (code === 0) return
  failIf(
    code === 'ENOENT'
      ? 'npm is not installed here, and Sourcebook installs its packages with it (on Debian: apt-get install npm).'
      : ended === null
        ? saying(output, whyNpmFails(output, registry()))
        : `npm was ended by ${ended}. If nobody did that, this machine has too little memory: it needs 1 GB.`,
  )
}

/** Where npm asks. */
function registry() {
  const {
    npm_config_registry: named,
    npm_config_https_proxy,
    HTTPS_PROXY,
    https_proxy,
  } = process.env
  const proxy = npm_config_https_proxy || HTTPS_PROXY || https_proxy
  return `${named ?? 'https://registry.npmjs.org/'}${proxy ? ` through the proxy ${proxy.replace(/\/\/[^@/]*@/, '//')}` : ''}`
}

function machine() {
  process.report.excludeNetwork = true // it would ask name servers
  const { header } = process.report.getReport()
  const chosen = process.env.SOURCEBOOK_NODE
  return {
    platform: `${process.platform}-${process.arch}`,
    glibc: header.glibcVersionRuntime ?? null,
    version: chosen ? versionOf(chosen) : undefined,
    hasDatabase: Boolean(process.env.DATABASE_URL),
  }
}

function whyNoRights() {
  for (const path of [root, modules]) {
    if (!existsSync(path)) continue
    try {
      accessSync(path, constants.W_OK)
    } catch (error) {
      const why = error.code === 'EROFS' ? 'it is read-only' : 'it belongs to another user'
      return `Nothing can be installed in ${path}: ${why}. Start once as a user who may write there, or copy the folder to a place of your own.`
    }
  }
  return null
}

function whyNoRoom(megabytes) {
  const { bavail, bsize } = statfsSync(root)
  const free = Math.floor((bavail * bsize) / MB)
  return free < megabytes
    ? `The packages need ${megabytes} MB of room in ${root} while they are installed, and there are ${free} MB. Free some, or move the folder to a larger disk.`
    : null
}

/**
 * Finds out whether the Node that the service will run under can be run. One that cannot is no longer first in the PATH of
 * `npm start`, so that this is told again at the next start, until it can.
 */
function checkNode() {
  const chosen = process.env.SOURCEBOOK_NODE
  if (chosen) {
    const version = versionOf(chosen)
    failIf(
      version === null
        ? `SOURCEBOOK_NODE is ${chosen}, which cannot be run. Set it to the path of a Node ${OLDEST} or later.`
        : isNewEnough(version)
          ? null
          : `SOURCEBOOK_NODE is ${chosen}, which is Node ${version}. Sourcebook needs ${OLDEST} or later.`,
    )
  }
  const node = bundledNode()
  if (node === null || process.platform === 'win32') return
  const link = join(modules, '.bin', 'node')
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) {
    if (!existsSync(link)) symlinkSync(node, link)
    return
  }
  rmSync(link, { force: true })
  if (chosen) return
  const output = stderr || error?.message || ''
  failIf(whyNodeFails(output) ?? `The Node that npm installed cannot be run here: ${output.trim()}`)
}

/** @returns such as `v24.22.3`; null if it cannot be run */
function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * Takes out what only compilers and debuggers read: the headers of Node, types and source maps, a quarter of it all. Also
 * what is for another C library, which the npm of Debian does not tell apart.
 */
function takeOutUnneeded() {
  for (const [path, { libc }] of Object.entries(packages(lockFile) ?? {}))
    if (!fits(libc, 'glibc')) rmSync(join(root, path), { recursive: true, force: true })
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (/\.(?:map|d\.[cm]?ts)$/.test(entry.name)) rmSync(path)
    }
  }
  for (const name of readdirSync(modules)) {
    if (/^node-(?:bin-)?(?:linux|darwin|win)-/.test(name)) {
      rmSync(join(modules, name, 'include'), { recursive: true, force: true })
    }
  }
  walk(modules)
}

/** Where npm will put packages; none if there is no lock file. */
function expectedPaths() {
  return Object.entries(packages(lockFile) ?? {})
    .filter(([path, { dev: isDev, devOptional, os, cpu, libc }]) => {
      if (path === '' || ((isDev || devOptional) && !dev)) return false
      return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, 'glibc')
    })
    .map(([path]) => path)
}

/** Whether a package runs on a system or C library, by the list in its `package.json`. Without a list, it runs on all. */
function fits(values, value) {
  return values === undefined || [values].flat().includes(value)
}

// Whether somebody has run npm themselves: the record then matches the lock file, except for optional packages, which
// may be for other platforms.
function isInstalled() {
  const [have, want] = [packages(record), packages(lockFile)]
  if (have === null || want === null) return false
  const same = Object.entries(have).every(([path, { version }]) => want[path]?.version === version)
  return (
    same &&
    Object.entries(want).every(
      ([path, entry]) =>
        path === '' || entry.optional || entry.devOptional || (entry.dev && !dev) || path in have,
    )
  )
}

function packages(file) {
  const text = read(file)
  return text === null ? null : JSON.parse(text).packages
}

function failIf(why) {
  if (why === null) return
  console.error(why)
  process.exit(1)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
