import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archivedDatabase, segmentsIn } from '../embedded/wal-archive.ts'
import { ExpectedError } from '../expected-error.ts'
import { openArchive } from './archive.ts'
import { BASE_FORMAT, type BaseManifest } from './base-manifest.ts'
import { MANIFEST } from './manifest.ts'
import { type Copy, type Logged, needless } from './recovery.rules.ts'

/** What a WAL archive has. */
export interface Archived {
  log: Logged[]
  copies: ArchivedCopy[]
  /** Why some of the base copies cannot be used. */
  problems: string[]
}

export interface ArchivedCopy extends Copy {
  manifest: BaseManifest
}

/** How the names of base copies end. */
export const BASE_ENDING = '.base'
const GZ = '.gz'

/** @throws ExpectedError if the directory is no archive */
export async function lookAtArchive(archive: string): Promise<Archived> {
  const names = await readdir(archive).catch((error: Error) => {
    throw new ExpectedError(`${archive} cannot be read: ${error.message}`)
  })
  if ((await archivedDatabase(archive)) === null) {
    throw new ExpectedError(
      `There is no WAL archive in ${archive}: name the directory that WAL_ARCHIVE was set to.`,
    )
  }
  const copies: ArchivedCopy[] = []
  const problems: string[] = []
  for (const name of names.filter((name) => name.endsWith(BASE_ENDING)).toSorted()) {
    const path = join(archive, name)
    try {
      copies.push(await lookAtCopy(path))
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return { log: await listLog(archive), copies, problems }
}

async function lookAtCopy(path: string): Promise<ArchivedCopy> {
  const zip = await openArchive(path)
  try {
    const manifest = JSON.parse(await zip.text(MANIFEST)) as BaseManifest
    if (!(manifest.baseFormat <= BASE_FORMAT)) {
      throw new ExpectedError(
        `${path} was made by Sourcebook ${manifest.version}, which is newer than this release.`,
      )
    }
    const { firstSegment, lastSegment, takenAt } = manifest
    return { path, firstSegment, lastSegment, takenAt: new Date(takenAt), manifest }
  } finally {
    zip.close()
  }
}

/** The files of the log, with the times that they had in the database. */
export async function listLog(archive: string): Promise<Logged[]> {
  const segments = segmentsIn(archive)
  const names = (await readdir(segments)).filter((name) => /^[^.].*\.gz$/.test(name))
  const log: Logged[] = []
  for (const name of names) {
    const found = await stat(join(segments, name)).catch(() => null) // it may be deleted now
    if (found) log.push({ name: name.slice(0, -GZ.length), writtenAt: found.mtime })
  }
  return log
}

const DAY_MS = 86_400_000

/**
 * Deletes what no base copy needs, and what was begun and not ended more than a day ago.
 * @returns how many segments it deleted
 */
export async function pruneLog(archive: string, now: Date): Promise<number> {
  const segments = segmentsIn(archive)
  const { copies, problems } = await lookAtArchive(archive)
  for (const name of (await readdir(segments)).filter((name) => name.startsWith('.'))) {
    const found = await stat(join(segments, name)).catch(() => null)
    if (found && now.getTime() - found.ctimeMs > DAY_MS)
      await rm(join(segments, name), { force: true })
  }
  // It is not known what a copy needs that cannot be read.
  if (problems.length > 0) return 0
  const old = needless(
    copies,
    (await listLog(archive)).map(({ name }) => name),
  )
  for (const name of old) await rm(join(segments, `${name}${GZ}`), { force: true })
  return old.length
}
