import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pack } from '../../../../scripts/package/pack.ts'

export interface Installed {
  /** Its command. */
  command: string
  /** What it takes on the disk. */
  mib: number
  /** The Node that ran npm, which need not be that of the tests. */
  node: string
}

/**
 * Packs this checkout and installs it with npm into a folder, without network.
 * @throws Error with npm's output if that fails
 */
export async function installRelease(folder: string): Promise<Installed> {
  const archives = Object.entries(await pack())
  const [name, archive] = archives.find(([name]) => name.includes(process.platform))!
  await writeFile(join(folder, name), archive)
  const prefix = join(folder, 'installed')
  const options = ['--global', '--offline', '--loglevel=error', '--prefix', prefix]
  execFileSync('npm', ['install', ...options, join(folder, name)])
  return {
    command: join(prefix, 'lib', 'node_modules', 'sourcebook', 'bin', 'sourcebook.mjs'),
    mib: Number.parseInt(execFileSync('du', ['-sm', prefix]).toString(), 10),
    node: process.env.npm_node_execpath ?? process.execPath,
  }
}
