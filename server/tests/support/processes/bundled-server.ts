import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const SOURCES = ['bin/*', 'contract/**/*.ts', 'package*.json', 'server/**/*.ts', 'shared/**/*.ts']
const BUNDLER = fileURLToPath(new URL('bundle-server.ts', import.meta.url))

let made: string | undefined

/**
 * The path of bin/sourcebook.mjs with the whole server in a few files, which starts in a third of the time. It is bundled
 * once for the same sources.
 * @throws Error if it cannot be bundled
 */
export function bundledServer(): string {
  made ??= make()
  return made
}

function make(): string {
  // The bundle names files by their whole paths, so that of another checkout is another one.
  const hash = createHash('sha256').update(root).update(readFileSync(BUNDLER))
  const paths = globSync(SOURCES, { cwd: root }).filter(
    (path) => !/^server.tests|\.test\.ts$/.test(path),
  )
  for (const path of paths.sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  const folder = join(root, 'node_modules', '.cache', `server-${hash.digest('hex').slice(0, 16)}`)
  const file = join(folder, 'sourcebook.js')
  if (existsSync(file)) return file
  // Under another name and then renamed: several processes may need it at once.
  const unfinished = `${folder}.${process.pid}`
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER, unfinished], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The server could not be bundled: ${stderr}`)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(file)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return file
}
