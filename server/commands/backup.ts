import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { takeBackup } from '../platform/backup/backup.ts'
import { loadConfig } from '../platform/config.ts'
import { makeDirectory } from '../platform/directories.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { withBackupSource } from './backup-source.ts'
import { durationMs, type Ending, leftovers, nameAt, surplus, waitMs } from './backups.rules.ts'
import { archiveOf, copyBase, dropBases } from './base-copies.ts'
import { amountOf, progress } from './progress.ts'

const USAGE =
  'Usage: sourcebook backup FILE [--force] [--skip-missing-files], or sourcebook backup --to DIRECTORY | --base [--keep N] [--every 24h] [--skip-missing-files]'
/** After a backup that failed, unless the next one is due sooner. */
const AGAIN_MS = 10 * 60_000

/** Writes all data into one file, whether or not the service is running. It does not migrate the database. */
export async function backup(args: string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const word = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    options: {
      force: flag,
      'skip-missing-files': flag,
      base: flag,
      to: word,
      keep: word,
      every: word,
    },
    allowPositionals: true,
  })
  const { force, 'skip-missing-files': skipMissing, base, to, keep, every } = values
  const [name] = positionals
  if (to === undefined && !base) {
    if (!name || positionals.length > 1 || keep !== undefined || every !== undefined) {
      throw new ExpectedError(USAGE)
    }
    return backUp(resolve(name), { force, skipMissing })
  }
  if (positionals.length > 0 || force || (base && to !== undefined)) throw new ExpectedError(USAGE)
  await repeat(base ? basesOf(skipMissing) : await backupsIn(resolve(to!), skipMissing), {
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

/** A directory of backups that are named by their time. */
interface Series {
  directory: string
  ending: Ending
  make: (now: Date) => Promise<void>
  drop: (names: readonly string[]) => Promise<void>
}

async function backupsIn(directory: string, skipMissing: boolean): Promise<Series> {
  await makeDirectory(directory, 0o700)
  return {
    directory,
    ending: 'backup',
    make: (now) => backUp(join(directory, nameAt(now, 'backup')), { force: true, skipMissing }),
    drop: async (names) => {
      for (const name of names) await rm(join(directory, name))
    },
  }
}

function basesOf(skipMissing: boolean): Series {
  const config = loadConfig(process.env)
  return {
    directory: archiveOf(config),
    ending: 'base',
    make: () => copyBase(config, { skipMissing }),
    drop: (names) => dropBases(config, names),
  }
}

interface Schedule {
  /** How many stay; null for all. */
  keep: number | null
  /** How often one is made, until the process is stopped; null for one now. */
  everyMs: number | null
}

/** Makes backups that are named by their time. One that failed deletes no older one. */
async function repeat({ directory, ending, make, drop }: Series, { keep, everyMs }: Schedule) {
  const back = async () => {
    const now = new Date()
    await make(now)
    const names = await readdir(directory)
    const old = [
      ...(keep === null ? [] : surplus(names, keep, ending)),
      ...leftovers(names, now, ending),
    ]
    await drop(old)
    if (old.length > 0) console.log(`Deleted ${old.join(', ')}.`)
  }
  if (everyMs === null) return back()
  for (let isFirst = true; ; isFirst = false) {
    // A restart makes none before its time: what counts is the age of the newest.
    const names = await readdir(directory).catch(() => [])
    await sleep(waitMs(names, everyMs, new Date(), ending))
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
  await withBackupSource(loadConfig(process.env), async (source) => {
    const manifest = await takeBackup(source, { path, force, skipMissing, say: progress() })
    const mib = ((await stat(path)).size / 1024 / 1024).toFixed(1)
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `Backed up ${amountOf(manifest)} as of ${manifest.takenAt}: ${path}, ${mib} MiB, in ${seconds} s.`,
    )
    console.log(source.carriesKey ? KEY_INSIDE : KEY_APART)
    if (manifest.missing.length > 0) {
      console.log(
        `Left out ${manifest.missing.length} missing files: ${manifest.missing.join(', ')}`,
      )
    }
  })
}

const KEY_INSIDE =
  'The secret key is in it: anybody who has the file can read everything that the service can.'
const KEY_APART = 'SECRET_KEY is not in it, and you need it to restore: keep it separately.'
