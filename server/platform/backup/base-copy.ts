import { open, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { archiveCommand } from '../embedded/wal-archive.rules.ts'
import { segmentsIn, systemIdentifier } from '../embedded/wal-archive.ts'
import { ExpectedError } from '../expected-error.ts'
import { createSeal, proofOf } from '../secrets/seal.ts'
import { type ArchiveWriter, bytesOf, toFile } from './archive.ts'
import { listLog } from './archived.ts'
import type { BackupSource } from './backup.ts'
import { isCopied, isEntered } from './base-files.rules.ts'
import { BASE_FORMAT, type BaseManifest, pageEntry } from './base-manifest.ts'
import { MANIFEST, SECRET } from './manifest.ts'
import { reachesOf } from './recovery.rules.ts'
import { withSession } from './session.ts'
import { withSnapshot } from './snapshot.ts'
import { type FilesOptions, writeStoredFiles } from './stored-files.ts'

export interface BasePlace {
  /** The directory of the cluster. */
  pgdata: string
  /** The archive that it writes its log to. */
  archive: string
  path: string
}

/**
 * Copies the files of the running PostgreSQL, and the files of the service, into one file. The pages of tables are read while
 * they change. The log since the beginning of the copy makes them whole, so the copy appears once that is in the archive.
 *
 * @throws ExpectedError that says what to do, if it cannot be made; nothing is left behind then.
 */
export const takeBase = (
  source: BackupSource,
  { pgdata, archive, path }: BasePlace,
  options: FilesOptions,
): Promise<BaseManifest> =>
  toFile(
    path,
    false,
  )(async (zip) => {
    const { connection, listFiles, secretKey, carriesKey, version } = source
    const copied = await withSession(connection, async (client) => {
      await checkArchiving(client, archive)
      return copyCluster(client, zip, pgdata, options.say)
    })
    const named = await withSnapshot(connection, (now) => now.all(listFiles))
    const stored = await writeStoredFiles(zip, source, named, options)
    if (carriesKey) await zip.add(SECRET, bytesOf(`${secretKey}\n`))
    const manifest: BaseManifest = {
      baseFormat: BASE_FORMAT,
      version,
      systemIdentifier: await systemIdentifier(pgdata),
      ...copied,
      ...stored,
      keyProof: proofOf(createSeal(secretKey)),
    }
    await zip.add(MANIFEST, bytesOf(JSON.stringify(manifest, null, 1)))
    await zip.end()
    options.say('waiting for the end of its log in the archive')
    await withSession(connection, (client) => waitForArchive(client, archive, manifest))
    return manifest
  })

/** @throws ExpectedError if PostgreSQL was started without this archive. */
async function checkArchiving(client: Client, archive: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('archive_mode') AS mode, current_setting('archive_command') AS command",
  )
  const { mode, command } = rows[0]
  if (mode === 'on' && command === archiveCommand(segmentsIn(archive))) return
  throw new ExpectedError(
    `PostgreSQL was started without WAL_ARCHIVE=${archive}: stop everything that uses DATA_DIR, and start the service with it.`,
  )
}

type Copied = Pick<
  BaseManifest,
  'takenAt' | 'firstSegment' | 'lastSegment' | 'directories' | 'pages'
>

async function copyCluster(
  client: Client,
  zip: ArchiveWriter,
  pgdata: string,
  say: FilesOptions['say'],
): Promise<Copied> {
  await client.query("SELECT pg_backup_start('sourcebook', fast => true)")
  const { directories, files } = await listCluster(pgdata)
  const pages: BaseManifest['pages'] = []
  const add = async (path: string, source: AsyncIterable<Buffer>) =>
    void pages.push({ path, ...(await zip.add(pageEntry(path), source)) })
  for (const [i, path] of files.entries()) {
    const file = await open(join(pgdata, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error // a table was dropped, or its pages moved
    })
    if (file) await add(path, file.createReadStream())
    say(`base copy: ${i + 1} of ${files.length} files`)
  }
  const { rows: stops } = await client.query(
    `SELECT labelfile AS label, spcmapfile AS tablespaces, pg_walfile_name(lsn) AS "lastSegment"
     FROM pg_backup_stop(wait_for_archive => false)`,
  )
  const { label, tablespaces, lastSegment } = stops[0]
  if (tablespaces.trim() !== '') {
    throw new ExpectedError(
      'The database has tablespaces outside of DATA_DIR, which a base copy does not hold: move the tables back.',
    )
  }
  await add('backup_label', bytesOf(label))
  // After the end of the copy: what was committed later is in the log after it.
  const { rows } = await client.query('SELECT clock_timestamp() AS now')
  const [, firstSegment] = /^START WAL LOCATION: \S+ \(file (\w+)\)/.exec(label)!
  return {
    takenAt: rows[0].now.toISOString(),
    firstSegment: firstSegment!,
    lastSegment,
    directories,
    pages,
  }
}

/** The control file comes last, as in PostgreSQL's own base backups. */
const CONTROL = 'global/pg_control'

async function listCluster(pgdata: string): Promise<{ directories: string[]; files: string[] }> {
  const directories = ['pg_wal'] // which may be a link
  const files: string[] = []
  for (const entry of await readdir(pgdata, { recursive: true, withFileTypes: true })) {
    const path = relative(pgdata, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (!isEntered(path)) continue
    if (entry.isDirectory() && path !== 'pg_wal') directories.push(path)
    else if (entry.isFile() && isCopied(path) && path !== CONTROL) files.push(path)
  }
  return {
    directories: directories.filter(isCopied).toSorted(),
    files: [...files.toSorted(), CONTROL],
  }
}

const LOOK_MS = 100

/** @throws ExpectedError if a segment of the copy cannot be archived, or has been deleted */
async function waitForArchive(
  client: Client,
  archive: string,
  { firstSegment, lastSegment, takenAt }: BaseManifest,
): Promise<void> {
  const { rows: before } = await client.query('SELECT failed_count FROM pg_stat_archiver')
  const path = join(segmentsIn(archive), `${lastSegment}.gz`)
  for (;;) {
    if (await stat(path).catch(() => null)) break
    const { rows } = await client.query('SELECT failed_count FROM pg_stat_archiver')
    if (rows[0].failed_count !== before[0].failed_count) {
      throw new ExpectedError(
        `The log of PostgreSQL cannot be archived in ${segmentsIn(archive)}: "sourcebook doctor" says more. There is no base copy.`,
      )
    }
    await sleep(LOOK_MS)
  }
  const copy = { path, firstSegment, lastSegment, takenAt: new Date(takenAt) }
  if (reachesOf([copy], await listLog(archive)).length === 1) return
  throw new ExpectedError(
    `Segments between ${firstSegment} and ${lastSegment} are missing in ${segmentsIn(archive)}: make another base copy.`,
  )
}
