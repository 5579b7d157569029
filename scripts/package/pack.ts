// Packs a release for npm: node scripts/package/pack.ts FOLDER writes both packages there.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPostgres, stage } from './stage.ts'

/**
 * Packs the checkout twice, as archives that npm installs and `tar` unpacks: without PostgreSQL, for all platforms, and
 * with that for this platform, which needs no network. The same commit gives the same bytes under the same versions of
 * Node and npm.
 *
 * @returns the archives by their names
 * @throws Error if something cannot be built
 */
export async function pack(): Promise<Record<string, Buffer>> {
  const place = mkdtempSync(join(tmpdir(), 'sourcebook-release-'))
  const staged = join(place, 'package')
  mkdirSync(staged)
  try {
    await stage(staged)
    const everywhere = packed(staged, place)
    addPostgres(staged)
    const here = packed(staged, place)
    const { version } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'))
    return {
      [`sourcebook-${version}.tgz`]: everywhere,
      [`sourcebook-${version}-${process.platform}-${process.arch}.tgz`]: here,
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function packed(staged: string, place: string): Buffer {
  const args = [
    'pack',
    '--ignore-scripts',
    '--json',
    '--loglevel=error',
    '--pack-destination',
    place,
  ]
  const shell = process.platform === 'win32'
  const answer = execFileSync('npm', args, { cwd: staged, shell, maxBuffer: 64 * 1024 ** 2 })
  const [{ filename }] = JSON.parse(answer.toString())
  return readFileSync(join(place, filename))
}

if (import.meta.main) {
  const folder = process.argv[2]!
  mkdirSync(folder, { recursive: true })
  for (const [name, archive] of Object.entries(await pack())) {
    writeFileSync(join(folder, name), archive)
    console.log(join(folder, name))
  }
}
