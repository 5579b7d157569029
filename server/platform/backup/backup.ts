import { createSeal, proofOf } from '../secrets/seal.ts'
import { type ArchiveWriter, bytesOf, type WriteTo } from './archive.ts'
import { FORMAT, MANIFEST, type Manifest, SECRET, tableEntry } from './manifest.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { type FilesOptions, type FilesSource, writeStoredFiles } from './stored-files.ts'

export interface BackupSource extends FilesSource {
  secretKey: string
  /** Whether the key goes into the backup. */
  carriesKey: boolean
  /** The product's version. */
  version: string
}

/**
 * Writes all data of the service, as of one moment, into one file while the service keeps running. The file appears
 * once it is complete.
 *
 * @throws ExpectedError that says what to do, if it cannot be written; nothing is left behind then.
 */
export const takeBackup = (
  source: BackupSource,
  writeTo: WriteTo,
  options: FilesOptions,
): Promise<Manifest> => writeTo((archive) => write(archive, source, options))

async function write(
  archive: ArchiveWriter,
  source: BackupSource,
  options: FilesOptions,
): Promise<Manifest> {
  const { connection, listFiles, secretKey, carriesKey, version } = source
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
  say: FilesOptions['say'],
): Promise<Manifest['tables']> {
  const written = []
  for (const table of snapshot.tables) {
    const sum = await archive.add(tableEntry(table.name), snapshot.rowsOf(table))
    written.push({ name: table.name, columns: table.columns, ...sum })
    say(`${table.name}: ${sum.lines} rows`)
  }
  return written
}
