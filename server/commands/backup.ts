import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { takeBackup } from '../platform/backup/backup.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openPlace, type Spot, spotAt } from './backup-places.ts'
import { withBackupSource } from './backup-source.ts'
import { durationMs, type Ending, leftovers, nameAt, surplus, waitMs } from './backups.rules.ts'
import { archiveOf, copyBase, dropBases } from './base-copies.ts'
import { contentsInWords, progress } from './progress.ts'

const USAGE =
  'Usage: sourcebook backup FILE [--force] [--skip-missing-files], or sourcebook backup --to DIRECTORY | --to s3://BUCKET/PREFIX | --base [--keep N] [--every 24h] [--skip-missing-files]'
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
  const config = loadConfig(process.env)
  if (to === undefined && !base) {
    if (!name || positionals.length > 1 || keep !== undefined || every !== undefined) {
      throw new ExpectedError(USAGE)
    }
    return backUp(config, spotAt(config, name, force), skipMissing)
  }
  if (positionals.length > 0 || force || (base && to !== undefined)) throw new ExpectedError(USAGE)
  const schedule = {
    keep: keep === undefined ? null : keepOf(keep),
    everyMs: every === undefined ? null : everyOf(every),
  }
  await repeat(
    base ? basesOf(config, skipMissing) : await backupsIn(config, to!, skipMissing),
    schedule,
  )
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

/** Backups at one place that are named by their time. */
interface Series {
  ending: Ending
  names: () => Promise<string[]>
  make: (now: Date) => Promise<void>
  drop: (names: readonly string[]) => Promise<void>
}

async function backupsIn(config: Config, to: string, skipMissing: boolean): Promise<Series> {
  const place = await openPlace(config, to)
  return {
    ending: 'backup',
    names: place.names,
    make: (now) => backUp(config, place.at(nameAt(now), true), skipMissing),
    drop: async (names) => {
      for (const name of names) await place.delete(name)
    },
  }
}

function basesOf(config: Config, skipMissing: boolean): Series {
  const archive = archiveOf(config)
  return {
    ending: 'base',
    names: () => readdir(archive).catch(() => []),
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
async function repeat({ ending, names, make, drop }: Series, { keep, everyMs }: Schedule) {
  const back = async () => {
    const now = new Date()
    await make(now)
    const there = await names()
    const old = [
      ...(keep === null ? [] : surplus(there, keep, ending)),
      ...leftovers(there, now, ending),
    ]
    await drop(old)
    if (old.length > 0) console.log(`Deleted ${old.join(', ')}.`)
  }
  if (everyMs === null) return back()
  for (let isFirst = true; ; isFirst = false) {
    // A restart makes none before its time: what counts is the age of the newest.
    try {
      await sleep(waitMs(await names(), everyMs, new Date(), ending))
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
  config: Config,
  { address, write, size }: Spot,
  skipMissing: boolean,
): Promise<void> {
  const since = performance.now()
  await withBackupSource(config, async (source) => {
    const manifest = await takeBackup(source, write, { skipMissing, say: progress() })
    const mib = ((await size()) / 1024 / 1024).toFixed(1)
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `Backed up ${contentsInWords(manifest)} as of ${manifest.takenAt}: ${address}, ${mib} MiB, in ${seconds} s.`,
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
