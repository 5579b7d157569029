// Installs the dependencies if they are missing or differ from the lock file; otherwise it takes no time. With `--dev`,
// it also installs what only tests and checks use, such as a browser; a first start without that takes half as long.
// Plain JavaScript that any Node from 18 on understands, because this is what installs the newer one.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OLDEST } from './bundled-node.mjs'

const root = new URL('../', import.meta.url)
const lockFile = new URL('package-lock.json', root)
/** Holds the hash of the lock file that node_modules was installed from, and `dev` if that was with `--dev`. */
const marker = new URL('node_modules/.sourcebook-installed', root)
/** npm's own record of what it put into node_modules. */
const record = new URL('node_modules/.package-lock.json', root)

const locked = existsSync(lockFile)
const wanted = createHash('sha256')
  .update(readFileSync(locked ? lockFile : new URL('package.json', root)))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')

const [has, hasAll] = (read(marker) ?? '').split(' ')
/** If an earlier version was installed with `--dev`, so is the next one. */
const dev = process.argv.includes('--dev') || hasAll === 'dev'

if (has !== wanted || (dev && hasAll !== 'dev')) {
  if (!isInstalled()) install()
  writeFileSync(marker, dev ? `${wanted} dev` : wanted)
}

function install() {
  const command = locked ? 'ci' : 'install'
  console.error(`Installing dependencies (npm ${command}); this happens once per version.`)
  // Overrides NODE_ENV and npm's settings: the bundled Node and PostgreSQL are optional dependencies. Warnings would be
  // about the Node that npm runs on, but the service runs on the bundled one.
  const args = [command, dev ? '--include=dev' : '--omit=dev', '--include=optional']
  // No package needs its scripts, and they would run before it is known that the bundled Node works here.
  args.push('--ignore-scripts')
  // `npm pack --dry-run` builds the client too, and hands its options on.
  args.push('--no-dry-run', '--no-audit', '--no-fund', '--loglevel=error')
  // npm leaves out optional packages that are not for the Node that it runs on, such as Debian 12's 18. They are for the
  // bundled one.
  const version = `Object.defineProperty(process,%22version%22,{value:%22v${OLDEST}%22})`
  const judging = `--import=data:text/javascript,${version}`
  const npm = process.env.npm_execpath
  const [file, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const { status, error } = spawnSync(file, [...before, ...args], {
    cwd: fileURLToPath(root),
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${judging}`.trim() },
    stdio: ['ignore', 2, 2], // standard output is for what the command prints
    shell: process.platform === 'win32' && file === 'npm',
  })
  if (status !== 0) {
    console.error(
      `npm ${command} failed${error ? `: ${error.message}` : ''}. Sourcebook needs it once.`,
    )
    process.exit(status ?? 1)
  }
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

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
