import type { FileHandle } from 'node:fs/promises'
import { createSeal, proofOf } from '../secrets/seal.ts'
import { ArchiveWriter, bytesOf } from './archive.ts'
import { FORMAT, MANIFEST, type Manifest, SECRET, tableEntry } from './manifest.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { type FilesOptions, type FilesSource, writeStoredFiles } from './stored-files.ts'
import { writeWhole } from './whole-file.ts'

export interface BackupSource extends FilesSource {
  secretKey: string
  /** Whether the key goes into the backup. */
  carriesKey: boolean
  /** The product's version. */
  version: string
}

export interface BackupOptions extends FilesOptions {
  path: string
  /** Whether an existing file may be overwritten. */
  force: boolean
}

/**
 * Writes all data of the service, as of one moment, into one file while the service keeps running. The file appears
 * once it is complete.
 *
 * @throws ExpectedError that says what to do, if it cannot be written; nothing is left behind then.
 */
export const takeBackup = (source: BackupSource, options: BackupOptions): Promise<Manifest> =>
  writeWhole(options.path, options.force, (file) => write(file, source, options))

async function write(
  file: FileHandle,
  source: BackupSource,
  options: BackupOptions,
): Promise<Manifest> {
  const { connection, listFiles, secretKey, carriesKey, version } = source
  const archive = new ArchiveWriter(file)
  const { named, ...manifest } = await withSnapshot(connection, async (snapshot) => {
    const { takenAt, migrations, eventHorizon } = snapshot
    const tables = await writeTables(archive, snapshot, options.say)
    return { takenAt, migrations, eventHorizon, tables, named: await snapshot.all(listFiles) }
  })
  const stored = await writeStoredFiles(archive, source, named, options)
  if (carriesKey) await archive.add(SECRET, bytesOf(`${secretKey}\n`))
  const whole: Manifest = {
    format: FORMAT,
    version,
    ...manifest,
    ...stored,
    keyProof: proofOf(createSeal(secretKey)),
  }
  await archive.add(MANIFEST, bytesOf(JSON.stringify(whole, null, 1)))
  await archive.end()
  return whole
}

async function writeTables(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  say: BackupOptions['say'],
): Promise<Manifest['tables']> {
  const written = []
  for (const table of snapshot.tables) {
    const sum = await archive.add(tableEntry(table.name), snapshot.rowsOf(table))
    written.push({ name: table.name, columns: table.columns, ...sum })
    say(`${table.name}: ${sum.lines} rows`)
  }
  return written
}
