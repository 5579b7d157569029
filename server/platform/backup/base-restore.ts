import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { openDataDir } from '../data-dir.ts'
import { accountFor } from '../embedded/account.ts'
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts'
import { refuseUnfinished } from '../embedded/open-cluster.ts'
import { hasCluster } from '../embedded/swap.ts'
import { checkReadable, segmentsIn } from '../embedded/wal-archive.ts'
import { ExpectedError } from '../expected-error.ts'
import { damaged, openArchive } from './archive.ts'
import type { ArchivedCopy } from './archived.ts'
import { pageEntry } from './base-manifest.ts'
import { isReplayed, type RecoveryPlan } from './recovery.rules.ts'

export interface RecoveryTarget {
  dataDir: string
  /** The archive that the copy is in. */
  from: string
  /** The archive that the restored database writes its log to; null for none. */
  archive: string | null
  log: BaseLogger
  say: (what: string) => void
}

export interface Recovered {
  /** It runs, and has to be stopped. */
  database: EmbeddedDatabase
  /** When the last thing was committed that is in it; null if nothing was since the copy. */
  lastChange: Date | null
  /** How many timelines it is ahead of the one that it was restored from. */
  timelinesAhead: number
}

/** @throws ExpectedError if there is a database already: this restores next to it, and not over it. */
export async function refuseExisting(dataDir: string): Promise<void> {
  const pgdata = join(dataDir, 'pg')
  if (!existsSync(pgdata) && !(await hasCluster(dataDir))) return
  refuseUnfinished(pgdata)
  throw new ExpectedError(
    `There is a database in ${pgdata}: set DATA_DIR to a directory that does not exist yet. To use this one, stop the ` +
      `service and rename ${pgdata} first.`,
  )
}

/**
 * Restores a copy into DATA_DIR/pg and replays the archived log. The database then goes on along a timeline of its own.
 * @throws ExpectedError if the copy or the log is damaged; nothing of it is left then.
 */
export async function recover(
  { copy, until, end }: RecoveryPlan<ArchivedCopy>,
  target: RecoveryTarget,
): Promise<Recovered> {
  const { from, archive, log, say } = target
  const dataDir = await openDataDir(target.dataDir)
  const pgdata = join(dataDir, 'pg')
  const segments = segmentsIn(from)
  await checkReadable(join(segments, `${copy.firstSegment}.gz`), accountFor(pgdata))
  await unpack(copy, pgdata, say)
  let database: EmbeddedDatabase | undefined
  try {
    say('replaying the log')
    const start = (until: Date | null) =>
      startEmbedded({ dataDir, log, archive, recovery: { segments, until } })
    let isWhole = until === null
    database = await start(until).catch((error: Error) => {
      // Nothing was committed between that moment and the end of the archive, which is later: see planRecovery.
      if (!error.message.includes(NOT_REACHED)) throw error
      isWhole = true
      return start(null)
    })
    const found = await look(database, pgdata)
    if (isWhole && !isReplayed(found.lsn, end)) {
      throw new ExpectedError(
        `The log in ${segments} is damaged: it could be replayed up to ${found.lsn} only, and not to the end of ${end}. Nothing was restored.`,
      )
    }
    return {
      database,
      lastChange: found.lastChange,
      timelinesAhead: found.timeline - Number.parseInt(copy.firstSegment.slice(0, 8), 16),
    }
  } catch (error) {
    await database?.stop()
    await rm(pgdata, { recursive: true, force: true })
    throw error
  }
}

/** What PostgreSQL logs if the log ends before the moment. */
const NOT_REACHED = 'recovery ended before configured recovery target was reached'

/** Unpacks a copy under another name and renames it, so that a restore that is killed leaves no half database. */
async function unpack(
  { path, manifest }: ArchivedCopy,
  pgdata: string,
  say: RecoveryTarget['say'],
): Promise<void> {
  const aside = `${pgdata}.restoring`
  const zip = await openArchive(path)
  try {
    await rm(aside, { recursive: true, force: true })
    await mkdir(aside, { mode: 0o700 })
    for (const directory of manifest.directories) {
      await mkdir(within(aside, directory), { recursive: true, mode: 0o700 })
    }
    for (const [i, page] of manifest.pages.entries()) {
      const file = await open(within(aside, page.path), 'wx', 0o600)
      const sum = await zip
        .sum(pageEntry(page.path), (piece) => file.writeFile(piece))
        .finally(() => file.close())
      if (sum.sha256 !== page.sha256) throw damaged(path, `${page.path} is not what was written`)
      say(`base copy: ${i + 1} of ${manifest.pages.length} files`)
    }
    await writeFile(join(aside, 'recovery.signal'), '', { mode: 0o600 })
    await rename(aside, pgdata)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  } finally {
    zip.close()
  }
}

/** @throws Error if a path leads out of the directory */
function within(directory: string, path: string): string {
  const whole = join(directory, path)
  if (whole.startsWith(join(directory, '/'))) return whole
  throw new Error(`${path} leads out of ${dirname(directory)}`)
}

async function look(database: EmbeddedDatabase, pgdata: string) {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      'SELECT pg_last_xact_replay_timestamp() AS "lastChange", pg_walfile_name(pg_current_wal_lsn()) AS segment',
    )
    const { lastChange, segment } = rows[0] as { lastChange: Date | null; segment: string }
    const history = await readFile(join(pgdata, 'pg_wal', `${segment.slice(0, 8)}.history`), 'utf8')
    // Its last line says where it left the timeline before.
    const [, lsn] = history.trim().split('\n').at(-1)!.split('\t')
    return { lastChange, lsn: lsn!, timeline: Number.parseInt(segment.slice(0, 8), 16) }
  } finally {
    await client.end()
  }
}
