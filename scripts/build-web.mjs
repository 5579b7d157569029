// Builds the app into web/dist if its sources have changed since the last build. Plain JavaScript that any Node from 20
// on understands; Vite itself runs under the bundled Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bundledNode } from './bundled-node.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'web', 'dist')
/** A file in the build that holds the hash of its sources. */
const MARKER = '.sources'

/** @throws Error if the sources cannot be built; Vite's output is printed then. */
export function buildWeb() {
  const wanted = hashOfSources()
  if (read(join(dist, MARKER)) === wanted) return
  console.error('Building the app; this happens once per version.')
  // Built under another name and then renamed: an interrupted build leaves nothing behind, and two at once do not mix.
  const made = `${dist}.${process.pid}`
  try {
    vite(['build', 'web', '--config', 'web/vite.config.ts', '--outDir', made, '--emptyOutDir'])
    compress(join(made, 'assets'))
    writeFileSync(join(made, MARKER), wanted)
    replaceWith(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function vite(args) {
  const { status, error, stdout, stderr } = spawnSync(
    process.env.SOURCEBOOK_NODE || (bundledNode() ?? process.execPath),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), ...args],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  if (status === 0) return
  console.error(`${stdout}${stderr}${error?.message ?? ''}`.trimEnd())
  throw new Error('The app could not be built.')
}

/**
 * Compresses the files once, so that no request has to wait for it: as Brotli, which browsers take over https and from
 * this machine and which is an eighth smaller, and as gzip for everything else.
 */
function compress(folder) {
  for (const name of readdirSync(folder).filter((name) => /\.(?:js|css|svg)$/.test(name))) {
    const path = join(folder, name)
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

function replaceWith(made) {
  rmSync(dist, { recursive: true, force: true })
  try {
    renameSync(made, dist)
  } catch (error) {
    // Another process was first, with the same sources.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error
  }
}

/** The hash of what goes into the app: its files but tests, the client, the contract, shared code, the lock file. */
export function hashOfSources() {
  const hash = createHash('sha256')
  const add = (path) => hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`
      // The client's package, once it was built, is no source of the app.
      if (/^web\/(dist(\.\d+)?|tests)$|^sdk\/(dist|LICENSE|.+\.(md|tgz))$/.test(path)) continue
      if (/\.(test\.ts|json)$/.test(path)) continue
      if (entry.isDirectory()) walk(path)
      else add(path)
    }
  }
  for (const folder of ['web', 'sdk', 'contract', 'shared']) walk(folder)
  add('package-lock.json')
  add('scripts/preloads.ts')
  return hash.digest('hex')
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
