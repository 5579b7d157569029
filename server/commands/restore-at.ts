import { resolve } from 'node:path'
import pg, { type ClientBase } from 'pg'
import { listRunFiles, resumeRuns } from '../domains/imports/running/work.ts'
import { listStoredFiles } from '../domains/records/files/files.ts'
import { openArchive } from '../platform/backup/archive.ts'
import { type ArchivedCopy, listLog, lookAtArchive } from '../platform/backup/archived.ts'
import { recover, refuseExisting } from '../platform/backup/base-restore.ts'
import { countFurther } from '../platform/backup/filling.ts'
import { fileEntry, SECRET } from '../platform/backup/manifest.ts'
import { planRecovery, readMoment, shown } from '../platform/backup/recovery.rules.ts'
import { type Config, ConfigError, loadConfig } from '../platform/config.ts'
import { Database } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { inTransaction, withOwner } from '../platform/database/owner.ts'
import type { EmbeddedDatabase } from '../platform/embedded/embedded.ts'
import { archivedDatabase } from '../platform/embedded/wal-archive.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { lookAtAllWork } from '../platform/jobs/due-work.ts'
import { openLog } from '../platform/log.ts'
import { createSeal, isProven } from '../platform/secrets/seal.ts'
import { findSecretKeys, keepSecretKey } from '../platform/secrets/secret-key.ts'
import { findProof } from '../platform/secrets/secret-key-proof.ts'
import { copyBase } from './base-copies.ts'
import { progress } from './progress.ts'

/**
 * Restores the service as it was at a moment, from a WAL archive into a DATA_DIR without a database, or refuses it before
 * anything is written.
 */
export async function restoreAt(
  given: string,
  {
    from,
    settle,
  }: { from: string | undefined; settle: (client: ClientBase, at: Date) => Promise<void> },
): Promise<void> {
  const since = performance.now()
  const config = loadConfig(process.env)
  const at = readMoment(given)
  if (config.databaseUrl !== null) {
    throw new ExpectedError(
      '--at restores the embedded PostgreSQL: unset DATABASE_URL. Restore a server of your own by its own means.',
    )
  }
  const place = from === undefined ? config.walArchive : resolve(from)
  if (place === null) {
    throw new ExpectedError('--at needs an archive: set WAL_ARCHIVE, or name it with --from.')
  }
  await refuseExisting(config.dataDir)
  await refuseOtherArchive(config, place)
  const archived = await lookAtArchive(place)
  for (const problem of archived.problems) console.error(`Passed over: ${problem}`)
  const plan = planRecovery(place, archived.copies, archived.log, at, new Date())
  const say = progress()
  const recovered = await recover(plan, {
    dataDir: config.dataDir,
    from: place,
    archive: config.walArchive,
    log: openLog('warn'),
    say,
  })
  const { database, lastChange, timelinesAhead } = recovered
  try {
    await withOwner(database.connection, (client) =>
      inTransaction(client, async () => {
        // Each restore counts events further up, so that no two services that came from one archive give out the same numbers.
        await countFurther(client, timelinesAhead)
        await resumeRuns(client)
        await settle(client, at ?? lastChange ?? plan.copy.takenAt)
        await lookAtAllWork(client)
      }),
    )
    await migrate(database.connection)
    await keepFittingKey(config, database, archived.copies)
    const missing = await restoreFiles(openFileStore(config), database, archived.copies, say)
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    const change = lastChange === null ? '' : ` The last change in it is of ${shown(lastChange)}.`
    console.log(
      `Restored the service as of ${at === null ? 'the end of the archive' : shown(at)} from ${place}, in ${seconds} s.${change}`,
    )
    if (missing.length > 0) {
      console.log(
        `${missing.length} files that it names, such as ${missing[0]}, are in no base copy and not in the file store: copy them from DATA_DIR/files of the old service.`,
      )
    }
    if (config.walArchive !== null) await beginArchive(config)
    console.log('The service can be started.')
  } finally {
    await database.stop()
  }
}

/** Without a copy of its own, nothing that the restored database writes could be restored. */
async function beginArchive(config: Config): Promise<void> {
  try {
    await copyBase(config, { skipMissing: true })
  } catch (error) {
    console.error(
      `The service is restored, but there is no base copy of it: ${(error as Error).message} Make one with "sourcebook backup --base".`,
    )
    process.exitCode = 1
  }
}

/** The log of the restored database may only go where the timelines are known that there are already. */
async function refuseOtherArchive({ walArchive }: Config, place: string): Promise<void> {
  if (walArchive === null || walArchive === place) return
  const isUsed = (await archivedDatabase(walArchive).catch(() => null)) !== null
  if (!isUsed || (await listLog(walArchive)).length === 0) return
  throw new ConfigError(
    'WAL_ARCHIVE',
    `is ${walArchive}, which has the log of a database already: name an empty directory for the restored one, or restore from that archive.`,
  )
}

/**
 * Keeps the key that the database was sealed with at that moment: the one that is set here, or one of the base copies.
 * @throws ExpectedError if none fits
 */
async function keepFittingKey(
  config: Config,
  { connection }: EmbeddedDatabase,
  copies: readonly ArchivedCopy[],
): Promise<void> {
  const db = new Database({ connection, poolSize: 1 })
  const proof = await findProof(db).finally(() => db.close())
  if (proof === undefined) return
  const given = await findSecretKeys(config)
  if (given !== null && isProven(proof, createSeal(given.current, given.before))) return
  for (const key of await secretKeysIn(copies)) {
    if (!isProven(proof, createSeal(key))) continue
    if (given === null) return void (await keepSecretKey(config.dataDir, key))
    throw new ExpectedError(
      `The database is restored, but the secret key here is not the one that it was sealed with, which is in a base copy: unset SECRET_KEY, and remove secret.key in ${config.dataDir} and the database beside it, and restore again.`,
    )
  }
  throw new ExpectedError(
    'The database is restored, but the secret key that it was sealed with is in no base copy: set SECRET_KEY to the one that the service used.',
  )
}

async function secretKeysIn(copies: readonly ArchivedCopy[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const { path } of copies) {
    const zip = await openArchive(path)
    if (zip.has(SECRET)) keys.add((await zip.text(SECRET)).trim())
    zip.close()
  }
  return keys
}

/**
 * Brings the files that the database names into the store, from whichever base copy has them: a file never changes.
 * @returns those that are nowhere
 */
async function restoreFiles(
  store: FileStore,
  { connection }: EmbeddedDatabase,
  copies: readonly ArchivedCopy[],
  say: (what: string) => void,
): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const named = await listStoredFiles(client)
  named.push(...(await listRunFiles(client)))
  await client.end()
  const wanted = new Set(named.map(({ key }) => key))
  for (const key of wanted) if (await isStored(store, key)) wanted.delete(key)
  for (const { path, manifest } of copies) {
    const here = manifest.files.filter(({ key }) => wanted.has(key))
    if (here.length === 0) continue
    const zip = await openArchive(path)
    for (const { key, bytes } of here) {
      await store.put(await zip.read(fileEntry(key)), bytes, { key })
      wanted.delete(key)
      say(`files: ${named.length - wanted.size} of ${named.length}`)
    }
    zip.close()
  }
  return [...wanted]
}

async function isStored(store: FileStore, key: string): Promise<boolean> {
  const bytes = await store.get(key).catch(() => null)
  bytes?.destroy()
  return bytes !== null
}
