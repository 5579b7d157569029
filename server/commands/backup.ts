import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { VERSION } from '../../contract/version.ts'
import { listRunFiles } from '../domains/imports/work.ts'
import { listStoredFiles } from '../domains/records/files/files.ts'
import { takeBackup } from '../platform/backup/backup.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { openLog } from '../platform/log.ts'
import { amountOf, progress } from './progress.ts'
import { fittingSecretKeys } from './secret-key.ts'

/** Writes all data into one file, whether or not the service is running. It does not migrate the database. */
export async function backup(args: string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args,
    options: { force: flag, 'skip-missing-files': flag },
    allowPositionals: true,
  })
  const [name] = positionals
  if (!name || positionals.length > 1) {
    throw new ExpectedError('Usage: sourcebook backup FILE [--force] [--skip-missing-files]')
  }
  const path = resolve(name)
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
      { path, force: values.force, skipMissing: values['skip-missing-files'], say: progress() },
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
