import type { Client, ClientConfig } from 'pg'
import { ExpectedError } from '../expected-error.ts'
import type { FileStore } from '../files/file-store.ts'
import { Refusal } from '../refusal.ts'
import type { ArchiveWriter } from './archive.ts'
import { fileEntry, type Manifest } from './manifest.ts'
import { withSnapshot } from './snapshot.ts'

/** A file of the store that the database refers to. */
export interface NamedFile {
  key: string
  /** The hash of its bytes, if the database has it. */
  sha256: string | null
}

export interface FilesSource {
  /** Connects as the owner of the tables. */
  connection: ClientConfig
  files: FileStore
  /** Reads which files of the store the database refers to. */
  listFiles: (client: Client) => Promise<NamedFile[]>
}

export interface FilesOptions {
  /** Whether files missing from the store are left out; otherwise they refuse the backup. */
  skipMissing: boolean
  /** Reports progress. */
  say: (what: string) => void
}

/**
 * Writes the files that the database named a moment ago into a backup.
 * @throws ExpectedError if one is missing that the database still names, unless those are left out
 */
export async function writeStoredFiles(
  archive: ArchiveWriter,
  { connection, files, listFiles }: FilesSource,
  named: readonly NamedFile[],
  { skipMissing, say }: FilesOptions,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const written: Manifest['files'] = []
  const missing: string[] = []
  for (const { key, sha256 } of named) {
    const bytes = await files.get(key).catch((error: unknown) => {
      if (error instanceof Refusal) throw storeSilent(error) // no answer: the file may well be there
      missing.push(key)
    })
    if (!bytes) continue
    const sum = await archive.add(fileEntry(key), bytes)
    if (sha256 === null || sum.sha256 === sha256) written.push({ key, ...sum })
    else missing.push(key)
    say(`files: ${written.length} of ${named.length}`)
  }
  if (missing.length > 0 && !skipMissing) {
    // A file purged since the snapshot is no longer in the database. One that still is there is lost.
    const still = await withSnapshot(connection, (now) => now.all(listFiles))
    const lost = still.filter(({ key }) => missing.includes(key))
    if (lost.length > 0) throw lostFiles(lost)
  }
  return { files: written, missing }
}

const lostFiles = (lost: readonly NamedFile[]) =>
  new ExpectedError(
    `${lost.length} files are missing from the file store or have changed, such as ${lost[0]!.key}: set DATA_DIR, or ` +
      'S3_ENDPOINT and related settings, to what the service uses. If they are lost, --skip-missing-files backs up the rest.',
  )

const storeSilent = (error: Refusal) =>
  new ExpectedError(`${error.message} Try again, or check the settings S3_….`, { cause: error })
