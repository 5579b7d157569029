import { dirname } from 'node:path'
import { type Migration, planMigrations } from '../database/migration-files.ts'
import { ExpectedError } from '../expected-error.ts'
import { type Archive, damaged } from './archive.ts'
import { FORMAT, fileEntry, MANIFEST, type Manifest, SECRET, tableEntry } from './manifest.ts'
import type { Sum } from './tally.ts'

/** An open backup that this release can restore. */
export interface BackupFile {
  manifest: Manifest
  archive: Archive
  /** The secret key, if it is in the backup. */
  secretKey: string | null
  /** The migrations that made the tables in the backup. */
  migrations: Migration[]
  /**
   * Reads the whole backup.
   * @throws ExpectedError if anything differs from what was written.
   */
  check(): Promise<void>
}

/** A key of the file store, a UUID. Any other text could name a path outside the store. */
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * @param known the migrations of this release.
 * @throws ExpectedError if the file is not a backup or is from a newer release; the archive is closed then.
 */
export async function openBackup(
  path: string,
  archive: Archive,
  known: Migration[],
): Promise<BackupFile> {
  try {
    const manifest = JSON.parse(await archive.text(MANIFEST)) as Manifest
    if ('baseFormat' in manifest) {
      throw new ExpectedError(
        `${path} is a base copy, which goes with its WAL archive: restore it with --at TIME --from ${dirname(path)}.`,
      )
    }
    refuseNewer(path, manifest, known)
    planMigrations(known, manifest.migrations)
    if (manifest.files.some(({ key }) => !KEY.test(key))) throw new Error('a file has no key')
    return {
      manifest,
      archive,
      secretKey: archive.has(SECRET) ? (await archive.text(SECRET)).trim() : null,
      migrations: known.slice(0, manifest.migrations.length),
      check: () => check(path, archive, manifest),
    }
  } catch (error) {
    archive.close()
    throw error instanceof ExpectedError ? error : damaged(path, (error as Error).message)
  }
}

function refuseNewer(path: string, { format, version, migrations }: Manifest, known: Migration[]) {
  const newest = migrations.at(-1)?.version ?? 0
  if (format <= FORMAT && newest <= (known.at(-1)?.version ?? 0)) return
  throw new ExpectedError(
    `${path} was made by Sourcebook ${version}, which is newer than this release: restore it with that version.`,
  )
}

async function check(path: string, archive: Archive, { tables, files }: Manifest): Promise<void> {
  const expected: [string, Sum][] = [
    ...tables.map((table): [string, Sum] => [tableEntry(table.name), table]),
    ...files.map((file): [string, Sum] => [fileEntry(file.key), file]),
  ]
  for (const [name, sum] of expected) {
    const { bytes, lines, sha256 } = await archive.sum(name)
    if (bytes !== sum.bytes || lines !== sum.lines || sha256 !== sum.sha256) {
      throw damaged(path, `${name} is not what was written`)
    }
  }
}
