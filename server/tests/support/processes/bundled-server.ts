import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const SOURCES = [
  'contract/**/*.ts',
  'package-lock.json',
  'scripts/package/**/*.ts',
  'server/**/*.ts',
  'shared/**/*.ts',
]
const BUNDLER = join(root, 'scripts', 'package', 'bundle.ts')

let made: string | undefined

/**
 * The path of the command as a release has it, with the whole server in a few files, which starts in a third of the time.
 * It is bundled once for the same sources.
 * @throws Error if it cannot be bundled
 */
export function bundledServer(): string {
  made ??= make()
  return made
}

function make(): string {
  const hash = createHash('sha256')
  const paths = globSync(SOURCES, { cwd: root }).filter(
    (path) => !/^server.tests|\.test\.ts$/.test(path),
  )
  for (const path of paths.sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  const folder = join(root, 'node_modules', '.cache', `server-${hash.digest('hex').slice(0, 16)}`)
  const file = join(folder, 'bin', 'sourcebook.mjs')
  if (existsSync(file)) return file
  // Under another name and then renamed: several processes may need it at once.
  const unfinished = `${folder}.${process.pid}`
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER, unfinished], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The server could not be bundled: ${stderr}`)
  // Migrations, agreements and the app.
  for (const beside of ['server', 'web']) symlinkSync(join(root, beside), join(unfinished, beside))
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(file)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return file
}
