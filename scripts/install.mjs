// Installs the dependencies if they are missing or not the lock file's; done in no time otherwise. With `--dev` also
// what only tests and checks use, a browser among it: without, a first start waits half as long.
// Plain JavaScript that any Node from 20 on understands: it is what brings the newer one.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const lockFile = new URL('package-lock.json', root)
/** Holds the hash of the lock file that node_modules was installed from, and whether with all. */
const marker = new URL('node_modules/.sourcebook-installed', root)
/** npm's own record of what it put into node_modules. */
const record = new URL('node_modules/.package-lock.json', root)

const locked = existsSync(lockFile)
const wanted = createHash('sha256')
  .update(readFileSync(locked ? lockFile : new URL('package.json', root)))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')

const [has, hasAll] = (read(marker) ?? '').split(' ')
/** Where all of an earlier version was wanted, it is of the next. */
const dev = process.argv.includes('--dev') || hasAll === 'dev'

if (has !== wanted || (dev && hasAll !== 'dev')) {
  if (!isInstalled()) install()
  writeFileSync(marker, dev ? `${wanted} dev` : wanted)
}

function install() {
  const command = locked ? 'ci' : 'install'
  console.error(`Installing dependencies (npm ${command}); this happens once per version.`)
  // Whatever NODE_ENV or npm's settings leave out: the bundled Node and PostgreSQL are optional dependencies. Warnings
  // would be about the Node that npm runs on; the service runs on its own.
  const args = [command, dev ? '--include=dev' : '--omit=dev', '--include=optional']
  args.push('--no-audit', '--no-fund', '--loglevel=error')
  const npm = process.env.npm_execpath
  const [file, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const { status, error } = spawnSync(file, [...before, ...args], {
    cwd: fileURLToPath(root),
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

// Somebody ran npm themselves: the record then says the same as the lock file. What the lock file has beyond it
// must be optional (for other platforms).
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
