import { VERSION } from '../../contract/version.ts'
import { listRunFiles } from '../domains/imports/running/work.ts'
import { listStoredFiles } from '../domains/records/files/files.ts'
import type { BackupSource } from '../platform/backup/backup.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { hasCluster } from '../platform/embedded/swap.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { openLog } from '../platform/log.ts'
import { fittingSecretKeys } from './secret-key.ts'

/** Opens what a backup or a base copy is made of, whether or not the service is running. It does not migrate the database. */
export async function withBackupSource(
  config: Config,
  use: (source: BackupSource) => Promise<void>,
): Promise<void> {
  await refuseNothing(config)
  const handle = await openDatabase(config, openLog('warn'))
  const db = new Database({ connection: handle.pooled, poolSize: 1 })
  try {
    await use({
      connection: handle.connection,
      files: openFileStore(config),
      listFiles: async (client) => [
        ...(await listStoredFiles(client)),
        ...(await listRunFiles(client)),
      ],
      secretKey: await soleKey(config, db),
      carriesKey: config.secretKey === null,
      version: VERSION,
    })
  } finally {
    await db.close()
    await handle.stop()
  }
}

/** Refuses if there is no database yet: opening the embedded one would create it. */
export async function refuseNothing({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== null || (await hasCluster(dataDir))) return
  throw new ExpectedError(
    `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to what the service uses.`,
  )
}

/** @throws ExpectedError while a rotation is under way: some values would need the one key, some the other. */
async function soleKey(config: Config, db: Database): Promise<string> {
  const { current, before } = await fittingSecretKeys(config, db)
  if (before === null) return current
  throw new ExpectedError(
    'The secret key is being rotated: run "sourcebook rotate-key" to its end, and then back up.',
  )
}
