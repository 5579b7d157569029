import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Client, ClientConfig } from 'pg'
import { ExpectedError } from '../expected-error.ts'
import type { FileStore } from '../files/file-store.ts'
import { Refusal } from '../refusal.ts'
import { createSeal, proofOf } from '../secrets/seal.ts'
import { ArchiveWriter } from './archive.ts'
import { FORMAT, fileEntry, MANIFEST, type Manifest, SECRET, tableEntry } from './manifest.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'

/** A file of the store that the database refers to. */
export interface NamedFile {
  key: string
  /** The hash of its bytes, if the database has it. */
  sha256: string | null
}

export interface BackupSource {
  /** Connects as the owner of the tables. */
  connection: ClientConfig
  files: FileStore
  /** Reads which files of the store the database refers to. */
  listFiles: (client: Client) => Promise<NamedFile[]>
  secretKey: string
  /** Whether the key goes into the backup. */
  carriesKey: boolean
  /** The product's version. */
  version: string
}

export interface BackupOptions {
  path: string
  /** Whether an existing file may be overwritten. */
  force: boolean
  /** Whether files missing from the store are left out; otherwise they refuse the backup. */
  skipMissing: boolean
  /** Reports progress. */
  say: (what: string) => void
}

/**
 * Writes all data of the service, as of one moment, into one file while the service keeps running. The file appears
 * once it is complete.
 *
 * @throws ExpectedError that says what to do, if it cannot be written; nothing is left behind then.
 */
export async function takeBackup(source: BackupSource, options: BackupOptions): Promise<Manifest> {
  const { path, force } = options
  const there = () => stat(path).catch(() => undefined)
  if (!force && (await there())) {
    throw new ExpectedError(`${path} exists: name another file, or overwrite it with --force.`)
  }
  const aside = `${path}.part`
  const file = await open(aside, force ? 'w' : 'wx', 0o600).catch((error) => {
    throw cannotWrite(aside, error)
  })
  try {
    await file.chmod(0o600) // it may have existed with another mode
    const manifest = await write(file, source, options)
    await file.sync()
    await file.close()
    await rename(aside, path)
    await syncDirectory(dirname(path))
    return manifest
  } catch (error) {
    await file.close().catch(() => {})
    await rm(aside, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EIO' ? cannotWrite(aside, error as Error) : error
  }
}

async function write(
  file: FileHandle,
  { connection, files, listFiles, secretKey, carriesKey, version }: BackupSource,
  { skipMissing, say }: BackupOptions,
): Promise<Manifest> {
  const archive = new ArchiveWriter(file)
  const { named, ...manifest } = await withSnapshot(connection, async (snapshot) => {
    const { takenAt, migrations, eventHorizon } = snapshot
    const tables = await writeTables(archive, snapshot, say)
    return { takenAt, migrations, eventHorizon, tables, named: await snapshot.all(listFiles) }
  })
  const { written, missing } = await writeFiles(archive, files, named, say)
  if (missing.length > 0 && !skipMissing) {
    // A file purged since the snapshot is no longer in the database. One that still is there is lost.
    const still = await withSnapshot(connection, (now) => now.all(listFiles))
    const lost = still.filter(({ key }) => missing.includes(key))
    if (lost.length > 0) throw lostFiles(lost)
  }
  if (carriesKey) await archive.add(SECRET, bytesOf(`${secretKey}\n`))
  const whole: Manifest = {
    format: FORMAT,
    version,
    ...manifest,
    files: written,
    missing,
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

async function writeFiles(
  archive: ArchiveWriter,
  files: FileStore,
  named: readonly NamedFile[],
  say: BackupOptions['say'],
) {
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
  return { written, missing }
}

async function* bytesOf(text: string): AsyncGenerator<Buffer, void> {
  yield Buffer.from(text)
}

const lostFiles = (lost: readonly NamedFile[]) =>
  new ExpectedError(
    `${lost.length} files are missing from the file store or have changed, such as ${lost[0]!.key}: set DATA_DIR, or ` +
      'S3_ENDPOINT and related settings, to what the service uses. If they are lost, --skip-missing-files backs up the rest.',
  )

const storeSilent = (error: Refusal) =>
  new ExpectedError(`${error.message} Try again, or check the settings S3_….`, { cause: error })

const cannotWrite = (path: string, error: NodeJS.ErrnoException) =>
  new ExpectedError(
    error.code === 'EEXIST'
      ? `${path} exists: another backup is being written there, or one was killed. Remove it, or use --force.`
      : `${path} cannot be written: ${error.message}`,
  )

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
