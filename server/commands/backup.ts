import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { VERSION } from '../../contract/version.ts'
import { listRunFiles } from '../domains/imports/running/work.ts'
import { listStoredFiles } from '../domains/records/files/files.ts'
import { takeBackup } from '../platform/backup/backup.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { makeDirectory } from '../platform/directories.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { openLog } from '../platform/log.ts'
import { durationMs, leftovers, nameAt, surplus, waitMs } from './backups.rules.ts'
import { amountOf, progress } from './progress.ts'
import { fittingSecretKeys } from './secret-key.ts'

const USAGE =
  'Usage: sourcebook backup FILE [--force] [--skip-missing-files], or sourcebook backup --to DIRECTORY [--keep N] [--every 24h] [--skip-missing-files]'
/** After a backup that failed, unless the next one is due sooner. */
const AGAIN_MS = 10 * 60_000

/** Writes all data into one file, whether or not the service is running. It does not migrate the database. */
export async function backup(args: string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const word = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    options: { force: flag, 'skip-missing-files': flag, to: word, keep: word, every: word },
    allowPositionals: true,
  })
  const { force, 'skip-missing-files': skipMissing, to, keep, every } = values
  const [name] = positionals
  if (to === undefined) {
    if (!name || positionals.length > 1 || keep !== undefined || every !== undefined) {
      throw new ExpectedError(USAGE)
    }
    return backUp(resolve(name), { force, skipMissing })
  }
  if (positionals.length > 0 || force) throw new ExpectedError(USAGE)
  await backUpInto(resolve(to), {
    skipMissing,
    keep: keep === undefined ? null : keepOf(keep),
    everyMs: every === undefined ? null : everyOf(every),
  })
}

function keepOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new ExpectedError(`--keep ${text} must be a number from 1 to 9999: how many backups stay.`)
}

function everyOf(text: string): number {
  const everyMs = durationMs(text)
  if (everyMs !== undefined) return everyMs
  throw new ExpectedError(`--every ${text} must be a time such as 30m, 24h or 7d.`)
}

interface Schedule {
  skipMissing: boolean
  /** How many stay; null for all. */
  keep: number | null
  /** How often one is made, until the process is stopped; null for one now. */
  everyMs: number | null
}

/** Makes backups that are named by their time. One that failed deletes no older one. */
async function backUpInto(directory: string, { skipMissing, keep, everyMs }: Schedule) {
  await makeDirectory(resolve(directory), 0o700)
  const back = async () => {
    const now = new Date()
    await backUp(join(directory, nameAt(now)), { force: true, skipMissing })
    const names = await readdir(directory)
    const old = [...(keep === null ? [] : surplus(names, keep)), ...leftovers(names, now)]
    for (const name of old) await rm(join(directory, name))
    if (old.length > 0) console.log(`Deleted ${old.join(', ')}.`)
  }
  if (everyMs === null) return back()
  for (let isFirst = true; ; isFirst = false) {
    // A restart makes none before its time: what counts is the age of the newest.
    await sleep(waitMs(await readdir(directory), everyMs, new Date()))
    try {
      await back()
    } catch (error) {
      // The first time it is the settings. Later it is the database, the disk: it is tried again.
      if (isFirst) throw error
      console.error(`${new Date().toISOString()} No backup: ${(error as Error).message}`)
      await sleep(Math.min(everyMs, AGAIN_MS))
    }
  }
}

async function backUp(
  path: string,
  { force, skipMissing }: { force: boolean; skipMissing: boolean },
): Promise<void> {
  const since = performance.now()
  const config = loadConfig(process.env)
  refuseNothing(config)
  const handle = await openDatabase(config, openLog('warn'))
  const db = new Database({ connection: handle.pooled, poolSize: 1 })
  try {
    const carriesKey = config.secretKey === null
    const manifest = await takeBackup(
      {
        connection: handle.connection,
        files: openFileStore(config),
        carriesKey,
        listFiles: async (client) => [
          ...(await listStoredFiles(client)),
          ...(await listRunFiles(client)),
        ],
        secretKey: await soleKey(config, db),
        version: VERSION,
      },
      { path, force, skipMissing, say: progress() },
    )
    const mib = ((await stat(path)).size / 1024 / 1024).toFixed(1)
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `Backed up ${amountOf(manifest)} as of ${manifest.takenAt}: ${path}, ${mib} MiB, in ${seconds} s.`,
    )
    console.log(carriesKey ? KEY_INSIDE : KEY_APART)
    if (manifest.missing.length > 0) {
      console.log(
        `Left out ${manifest.missing.length} missing files: ${manifest.missing.join(', ')}`,
      )
    }
  } finally {
    await db.close()
    await handle.stop()
  }
}

const KEY_INSIDE =
  'The secret key is in it: anybody who has the file can read everything that the service can.'
const KEY_APART = 'SECRET_KEY is not in it, and you need it to restore: keep it separately.'

/** @throws ExpectedError while a rotation is under way: some values would need the one key, some the other. */
async function soleKey(config: Config, db: Database): Promise<string> {
  const { current, before } = await fittingSecretKeys(config, db)
  if (before === null) return current
  throw new ExpectedError(
    'The secret key is being rotated: run "sourcebook rotate-key" to its end, and then back up.',
  )
}

/** Refuses if there is no database yet: opening the embedded one would create it. */
export function refuseNothing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'pg', 'PG_VERSION'))) return
  throw new ExpectedError(
    `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to what the service uses.`,
  )
}
