import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Verified, verifyWorkspace } from '../domains/chain/verifying.ts'
import { sentenceOf } from '../domains/chain/words.rules.ts'
import { allWorkspaces } from '../domains/workspaces/sweeps.ts'
import type { BackupFile } from '../platform/backup/backup-file.ts'
import { restoreBackup } from '../platform/backup/restore.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { MIGRATIONS, schemaState } from '../platform/database/migrate.ts'
import { readMigrations } from '../platform/database/migration-files.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { diskFiles } from '../platform/files/file-store.ts'
import { openLog } from '../platform/log.ts'
import { createSeal, isProven, type Seal } from '../platform/secrets/seal.ts'
import { findSecretKeys } from '../platform/secrets/secret-key.ts'
import { backupAddress, openBackupAt } from './backup-places.ts'
import { openFound } from './found-database.ts'
import { progress } from './progress.ts'
import { checkSecretKey } from './secret-key.ts'

/**
 * Checks the chain of history of every workspace, in the database that the service uses or in a backup, and prints what
 * it finds. The exit status is 1 if anything is not as it was sealed.
 */
export async function verify(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { expect: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  })
  if (positionals.length > 1) {
    throw new ExpectedError('Usage: sourcebook verify [FILE] [--expect HEAD]')
  }
  const expected = (await Promise.all(values.expect.map(headsIn))).flat()
  const config = loadConfig(process.env)
  const [file] = positionals
  const findingCount = file
    ? await inBackup(config, backupAddress(file), (db, seal) => verifyAll(db, seal, expected))
    : await inDatabase(config, (db, seal) => verifyAll(db, seal, expected))
  if (findingCount === 0) {
    console.log('Everything is as it was sealed.')
    return
  }
  const many = `${findingCount.toLocaleString('en-US')} entries or blocks are`
  console.log(`${findingCount === 1 ? '1 entry or block is' : many} not as sealed.`)
  process.exitCode = 1
}

const HEAD = /\b[0-9a-f]{64}\b/g

/** The heads in a file, such as the output of an earlier run, unless it is a head itself. */
async function headsIn(given: string): Promise<string[]> {
  const text = /^[0-9a-f]{64}$/.test(given)
    ? given
    : await readFile(given, 'utf8').catch(() => {
        throw new ExpectedError(`${given} is neither a head nor a file that can be read.`)
      })
  const heads = text.match(HEAD) ?? []
  if (heads.length === 0) throw new ExpectedError(`There is no head in ${given}.`)
  return heads
}

/** Returns how many findings there are. */
export async function verifyAll(
  db: Database,
  seal: Seal,
  expected: readonly string[] = [],
): Promise<number> {
  const unmet = new Set(expected)
  const say = progress()
  let findingCount = 0
  for (const { id, slug } of await allWorkspaces(db)) {
    const found = await verifyWorkspace(db, seal, id, {
      met: (head) => unmet.delete(head),
      say: (entries) => say(`${slug}: ${entries} entries`),
    })
    printResult(slug, found)
    findingCount += found.findingCount
  }
  for (const head of unmet) console.log(`No chain has the expected head ${head}.`)
  return findingCount + unmet.size
}

function printResult(slug: string, found: Verified): void {
  const { findings, findingCount } = found
  console.log(`${slug}: ${extentOf(found)}`)
  for (const finding of findings) console.log(`  ${sentenceOf(finding)}`)
  if (findingCount > findings.length) {
    console.log(`  And ${(findingCount - findings.length).toLocaleString('en-US')} more.`)
  }
}

function extentOf({
  blocks,
  entries,
  fromUs,
  toUs,
  head,
  purged,
  erased,
  unsealed,
}: Verified): string {
  const number = (count: number) => count.toLocaleString('en-US')
  const waiting = unsealed === 0 ? '' : ` ${number(unsealed)} not sealed yet.`
  if (fromUs === null || toUs === null) return `nothing is sealed.${waiting}`
  const day = (us: number) => `${new Date(us / 1_000).toISOString().slice(0, 19)}Z`
  const gone = purged === 0 ? '' : ` ${number(purged)} of them were purged with their rows.`
  const nameless =
    erased === 0 ? '' : ` ${number(erased)} of them no longer name a person who was erased.`
  return (
    `${number(entries)} entries in ${number(blocks)} blocks, sealed from ${day(fromUs)} to ${day(toUs)}.` +
    `${gone}${nameless}${waiting} Head: ${head}`
  )
}

type Use = (db: Database, seal: Seal) => Promise<number>

async function inDatabase(config: Config, use: Use): Promise<number> {
  const handle = await openFound(config, openLog('error'))
  return withDatabase(handle, async (db) => {
    await checkSecretKey(config, db)
    const keys = await findSecretKeys(config)
    // Without a key nothing was sealed: then there are no heads that one could prove.
    return use(db, createSeal(keys?.current ?? '', keys?.before))
  })
}

/** Restores a backup into a PostgreSQL of its own, in a directory that is removed afterwards. Its files are only read. */
export async function inBackup(
  config: Config,
  path: string,
  use: (db: Database, seal: Seal, backup: BackupFile) => Promise<number>,
): Promise<number> {
  const backup = await openBackupAt(config, path, await readMigrations(MIGRATIONS))
  const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-verify-'))
  try {
    const seal = createSeal(await keyOf(config, backup, path))
    await backup.check()
    const handle = await openDatabase(
      { ...config, databaseUrl: null, walArchive: null, dataDir },
      openLog('error'),
    )
    return await withDatabase(
      handle,
      (db) => use(db, seal, backup),
      async () => {
        await restoreBackup(
          { ...backup, manifest: { ...backup.manifest, files: [] } },
          {
            connection: handle.connection,
            files: diskFiles(dataDir),
            folder: MIGRATIONS,
            begin: async () => {},
            settle: async () => {},
            say: progress(),
          },
        )
      },
    )
  } finally {
    backup.archive.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withDatabase(
  handle: DatabaseHandle,
  use: (db: Database) => Promise<number>,
  prepare = async () => {},
): Promise<number> {
  const db = new Database({ connection: handle.pooled, poolSize: 1 })
  try {
    await prepare()
    await refuseOlder(handle)
    return await use(db)
  } finally {
    await db.close()
    await handle.stop()
  }
}

async function refuseOlder({ connection }: DatabaseHandle): Promise<void> {
  const client = new pg.Client(connection)
  try {
    await client.connect()
    if ((await schemaState(client)) === 'current') return
  } finally {
    await client.end()
  }
  throw new ExpectedError(
    'The database is empty or from an older release: run "sourcebook migrate", or start the service.',
  )
}

/** The key that the backup was sealed with. */
async function keyOf(config: Config, backup: BackupFile, path: string): Promise<string> {
  const keys = await findSecretKeys(config)
  const fitting = [backup.secretKey, keys?.current, keys?.before].find(
    (key) => key && isProven(backup.manifest.keyProof, createSeal(key)),
  )
  if (fitting) return fitting
  throw new ExpectedError(
    `The secret key that ${path} was made with is not in it. Set SECRET_KEY to the one that the service used.`,
  )
}
