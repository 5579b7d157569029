import { existsSync } from 'node:fs'
import { copyFile, lstat, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientConfig } from 'pg'
import { resumeRuns } from '../domains/imports/running/work.ts'
import { remakeTextIndexes } from '../domains/records/texts/row-texts.ts'
import { type Copied, copyDatabase } from '../platform/backup/database-copy.ts'
import { type Config, ConfigError, loadConfig } from '../platform/config.ts'
import { Database } from '../platform/database/db.ts'
import { MIGRATIONS } from '../platform/database/migrate.ts'
import { withOwner } from '../platform/database/owner.ts'
import { MAJOR, type Programs } from '../platform/embedded/binaries.ts'
import { findEarlier } from '../platform/embedded/earlier-binaries.ts'
import { type EmbeddedDatabase, startEmbedded } from '../platform/embedded/embedded.ts'
import { otherMajor } from '../platform/embedded/open-cluster.ts'
import { asideFor, IN_USE, MAKING } from '../platform/embedded/swap.rules.ts'
import { clusterMajor, discardNew, endSwap, keepWhole, swap } from '../platform/embedded/swap.ts'
import { archivedDatabase } from '../platform/embedded/wal-archive.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { lookAtAllWork } from '../platform/jobs/due-work.ts'
import { openLog } from '../platform/log.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { findSecretKeys } from '../platform/secrets/secret-key.ts'
import { copyBase } from './base-copies.ts'
import { refuseNothing } from './found-database.ts'
import { progress } from './progress.ts'
import { checkSecretKey } from './secret-key.ts'
import { roomFor, shownBytes, tunedSettings } from './upgrade-database.rules.ts'
import {
  endOwnSessions,
  findBytes,
  listFileSettings,
  listForeign,
  listSessions,
} from './upgrade-database.sql.ts'
import { verifyAll } from './verify.ts'

/** Takes the embedded database from an earlier major version of PostgreSQL to the one of this release. */
export async function upgradeDatabase(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { postgres: { type: 'string' }, altered: { type: 'boolean', default: false } },
  })
  const config = loadConfig(process.env)
  if (config.databaseUrl !== null) {
    throw new ExpectedError(
      'upgrade-database is for the embedded PostgreSQL, and DATABASE_URL names one of your own: upgrade it by its own means.',
    )
  }
  await refuseNothing(config)
  const { dataDir } = config
  if (await endSwap(dataDir)) console.log(`Ended the upgrade of ${dataDir} that was stopped.`)
  const [pgdata, major] = [join(dataDir, IN_USE), await clusterMajor(dataDir)]
  if (major === MAJOR) {
    console.log(`${pgdata} is of PostgreSQL ${MAJOR}, as this release needs it: nothing to do.`)
    return
  }
  if (Number(major) > Number(MAJOR)) throw new ExpectedError(otherMajor(pgdata, major, MAJOR))
  await upgradeCluster(config, await findEarlier(major, values.postgres ?? null), values.altered)
}

/**
 * Copies the database of a cluster into a new one beside it, and puts that in its place.
 * @param programs those that the cluster was made with
 * @param allowsAltered whether it may have history that is not as it was sealed
 */
export async function upgradeCluster(
  config: Config,
  programs: Programs,
  allowsAltered: boolean,
): Promise<void> {
  const since = performance.now()
  const { dataDir } = config
  const { major } = programs
  await refuseObstacles(config, major)
  const log = openLog('error')
  const old = await startEmbedded({ dataDir, log, programs, isAlone: true })
  const stopping = stopOnSignal(old)
  let copied: Copied
  let notes: string[]
  try {
    await refuseOthers(old)
    await discardNew(dataDir)
    await refuseNoRoom(old, dataDir)
    try {
      ;({ copied, notes } = await makeNew(old, config, allowsAltered))
      stopping.check()
      await keepWhole(dataDir)
    } catch (error) {
      await discardNew(dataDir)
      stopping.check()
      throw error
    }
  } finally {
    await old.stop()
    stopping.end()
  }
  const aside = await swap(dataDir, major)
  await discardNew(dataDir)
  const rows = copied.tables.reduce((sum, { lines }) => sum + lines, 0)
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(
    `Upgraded ${join(dataDir, IN_USE)} from PostgreSQL ${major} to ${MAJOR}: ${copied.tables.length} tables with ${rows} rows, ` +
      `each read again and compared, in ${seconds} s.`,
  )
  for (const note of notes) console.log(note)
  if (config.walArchive !== null) await beginArchive(config)
  console.log(
    `The service can be started. The old database is in ${aside}, as it was. Once you need it no more: rm -r ${aside}`,
  )
}

/** What can be seen before anything is started. */
async function refuseObstacles({ dataDir, walArchive }: Config, major: string): Promise<void> {
  const [pgdata, aside] = [join(dataDir, IN_USE), join(dataDir, asideFor(major))]
  if ((await lstat(pgdata)).isSymbolicLink()) {
    throw new ExpectedError(
      `${pgdata} is a link, and the new database would be on another disk: set DATA_DIR to a directory that has it.`,
    )
  }
  if (existsSync(aside)) {
    throw new ExpectedError(
      `${aside} is there from an earlier upgrade, and the old database would get this name: rename or delete it.`,
    )
  }
  if (walArchive !== null && (await archivedDatabase(walArchive)) !== null) {
    throw new ConfigError(
      'WAL_ARCHIVE',
      `is ${walArchive}, which has the log of the old database. The new one begins an archive of its own: name an empty ` +
        `directory. Keep the old one while you want to restore moments from before, with a release that runs PostgreSQL ${major}.`,
    )
  }
}

/** @throws ExpectedError if an operator's program is connected, which could write to what is left behind */
async function refuseOthers(old: EmbeddedDatabase): Promise<void> {
  const [other] = await withOwner(old.connection, async (client) => {
    // No process of the service is left that could own them.
    await endOwnSessions(client)
    return listSessions(client)
  })
  if (other === undefined) return
  throw new ExpectedError(
    `Another program is connected to the database (${other.program ?? 'without a name'}, its server process is ${other.pid}): end it, and run this again.`,
  )
}

async function refuseNoRoom(old: EmbeddedDatabase, dataDir: string): Promise<void> {
  const needed = roomFor(await withOwner(old.connection, findBytes))
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  throw new ExpectedError(
    `The new database needs up to ${shownBytes(needed)} beside the old one in ${dataDir}, and ${shownBytes(bavail * bsize)} are free: make room.`,
  )
}

/** Makes and fills the new cluster, and stops it. */
async function makeNew(
  old: EmbeddedDatabase,
  config: Config,
  allowsAltered: boolean,
): Promise<{ copied: Copied; notes: string[] }> {
  const home = join(config.dataDir, MAKING)
  await mkdir(home, { mode: 0o700 })
  // Where a password leads to the database, it stays the same.
  const password = join(config.dataDir, 'pg.password')
  if (existsSync(password)) await copyFile(password, join(home, 'pg.password'))
  const fresh = await startEmbedded({ dataDir: home, log: openLog('error') })
  try {
    const copied = await copyDatabase(old.connection, fresh.connection, {
      folder: MIGRATIONS,
      settle: async (client) => {
        await resumeRuns(client)
        await remakeTextIndexes(client)
        await lookAtAllWork(client)
      },
      say: progress(),
    })
    await verifyCopy(config, fresh.connection, allowsAltered)
    return { copied, notes: await notesOn(old, fresh, copied.left) }
  } finally {
    await fresh.stop()
  }
}

async function verifyCopy(
  config: Config,
  connection: ClientConfig,
  allowsAltered: boolean,
): Promise<void> {
  const db = new Database({ connection, poolSize: 1 })
  try {
    await checkSecretKey(config, db)
    const keys = await findSecretKeys(config)
    // Without a key nothing was sealed: then there are no heads that one could prove.
    const findingCount = await verifyAll(db, createSeal(keys?.current ?? '', keys?.before))
    if (findingCount === 0 || allowsAltered) return
  } finally {
    await db.close()
  }
  throw new ExpectedError(
    'History is not as it was sealed, see above. Every table is as it is in the old database, which stays in use: ask ' +
      '"sourcebook verify" of the release before. To go on nevertheless, add --altered.',
  )
}

/** What the operator may miss in the new cluster. */
async function notesOn(
  old: EmbeddedDatabase,
  fresh: EmbeddedDatabase,
  tables: readonly string[],
): Promise<string[]> {
  const foreign = await withOwner(old.connection, listForeign)
  const left = [...tables.map((name) => `the table ${name}`), ...foreign]
  const tuned = tunedSettings(
    await withOwner(old.connection, listFileSettings),
    await withOwner(fresh.connection, listFileSettings),
  )
  return [
    ...(left.length === 0 ? [] : [`Left behind, as it is not Sourcebook’s: ${left.join(', ')}.`]),
    ...(tuned.length === 0
      ? []
      : [
          `These settings of the old one are not in the new postgresql.conf: ${tuned.join(', ')}. Add those that you chose.`,
        ]),
  ]
}

/** Without a base copy, nothing that the new cluster writes could be restored. */
async function beginArchive(config: Config): Promise<void> {
  try {
    await copyBase(config, { skipMissing: true })
  } catch (error) {
    console.error(
      `The database is upgraded, but there is no base copy of it: ${(error as Error).message} Make one with "sourcebook backup --base".`,
    )
    process.exitCode = 1
  }
}

/** On SIGINT and SIGTERM, the old database is stopped, and what still reads it fails. A second signal ends the command. */
function stopOnSignal(old: EmbeddedDatabase): { check(): void; end(): void } {
  let isStopped = false
  const stop = () => {
    isStopped = true
    old.stop().catch(() => {})
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  return {
    check() {
      if (isStopped) throw new ExpectedError('Stopped. The old database stays in use, as it was.')
    },
    end() {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
