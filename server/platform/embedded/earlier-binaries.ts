import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ExpectedError } from '../expected-error.ts'
import { hydrateSymlinks, PACKAGE, type Programs, packageVersion } from './binaries.ts'

const run = promisify(execFile)

/** The last npm package of each major version before this release's, for those who have no such PostgreSQL. */
export const EARLIER: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

/**
 * The programs of an earlier major version, which alone can read a data directory of that version.
 * @param given where they are: the directory of an installed PostgreSQL, or where its npm package was unpacked or
 *   installed; null to look where systems install them
 * @throws ExpectedError that says how to get them
 */
export async function findEarlier(major: string, given: string | null): Promise<Programs> {
  const places = given === null ? usualPlaces(major) : placesIn(resolve(given))
  const found: string[] = []
  for (const native of places.filter((place) => existsSync(program(place)))) {
    const there = await majorOf(native)
    if (there === major) return { native, major }
    found.push(`${native} has ${there === null ? 'one that does not run' : `PostgreSQL ${there}`}`)
  }
  const where =
    given === null
      ? `There is no PostgreSQL ${major} here, which alone can read the old database.`
      : `There is no PostgreSQL ${major} in ${resolve(given)}${found.length === 0 ? '' : ` (${found.join('; ')})`}.`
  throw new ExpectedError(`${where} ${remedy(major)}`)
}

const program = (native: string): string =>
  join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')

const placesIn = (given: string): string[] => [
  given,
  ...(basename(given) === 'bin' ? [dirname(given)] : []),
  join(given, 'native'),
  join(given, 'package', 'native'),
  join(given, 'node_modules', PACKAGE, 'native'),
]

/** Where Debian, Red Hat, Homebrew and the installer for Windows put a major version. */
const usualPlaces = (major: string): string[] => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
  `C:\\Program Files\\PostgreSQL\\${major}`,
]

async function majorOf(native: string): Promise<string | null> {
  const version = await packageVersion(native)
  if (version !== null) {
    // Its libraries are found by links, which npm may not have made.
    await hydrateSymlinks(native).catch(() => {})
    return version.split('.')[0]!
  }
  const { stdout } = await run(program(native), ['--version']).catch(() => ({ stdout: '' }))
  return /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? null
}

function remedy(major: string): string {
  const version = EARLIER[major]
  const place = join(tmpdir(), `postgresql-${major}`)
  const own = `nstall PostgreSQL ${major} on this system, and name its directory, which has bin/postgres, with --postgres.`
  if (version === undefined) return `I${own}`
  return (
    `Get it with "npm install --ignore-scripts --prefix ${place} ${PACKAGE}@${version}", and add "--postgres ${place}". ` +
    `Or i${own}`
  )
}
