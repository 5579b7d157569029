import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** A release as it was, or why it cannot be had here. */
export type Checkout = { bin: string; version: string } | { why: string }

/** Writes the files of the last release into an empty directory, with their packages. */
export async function checkOutRelease(directory: string): Promise<Checkout> {
  const version = /^## \[(\d[^\]]*)\]/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))?.[1]
  if (version === undefined) return { why: 'CHANGELOG.md names no release' }
  const commit = git('log', '--format=%H', '-1', '-E', `--grep=^Release ${version}$`).trim()
  if (commit === '') return { why: `this checkout has no commit "Release ${version}"` }
  const archive = join(directory, 'release.tar')
  git('archive', `--output=${archive}`, commit)
  run('tar', ['-x', '-f', archive, '-C', directory])
  await bringPackages(directory)
  return { bin: join(directory, 'bin/sourcebook.mjs'), version }
}

/** The packages of this checkout will do if it has all of theirs in the same versions. */
async function bringPackages(directory: string): Promise<void> {
  const theirs = packagesOf(directory)
  const ours = packagesOf(ROOT)
  const isSame = Object.entries(theirs).every(
    ([path, { integrity }]) => integrity === undefined || ours[path]?.integrity === integrity,
  )
  if (isSame) await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  else run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], directory)
}

const packagesOf = (directory: string): Record<string, { integrity?: string }> =>
  JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages

/** What it prints; nothing if it fails, as without a repository. */
function git(...words: string[]): string {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}

function run(command: string, words: string[], cwd?: string): void {
  const { status, error, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${words[0]}: ${error?.message ?? stderr}`)
}
