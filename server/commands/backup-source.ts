import { VERSION } from '../../contract/language/version.ts'
import { appendEvent } from '../domains/events/events.ts'
import { listRunFiles } from '../domains/imports/running/work.ts'
import { listStoredFiles } from '../domains/records/files/files.ts'
import { allWorkspaceIds } from '../domains/workspaces/sweeps.ts'
import { SYSTEM } from '../platform/actor.ts'
import type { BackupSource } from '../platform/backup/backup.ts'
import type { Config } from '../platform/config.ts'
import { Database } from '../platform/database/db.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { openLog } from '../platform/log.ts'
import { openFound } from './found-database.ts'
import { fittingSecretKeys } from './secret-key.ts'

/** Opens what a backup or a base copy is made of, whether or not the service is running. It does not migrate the database. */
export async function withBackupSource(
  config: Config,
  use: (source: BackupSource) => Promise<void>,
): Promise<void> {
  const handle = await openFound(config, openLog('warn'))
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
    await noteBackup(db)
  } finally {
    await db.close()
    await handle.stop()
  }
}

/**
 * Says in every workspace that its data was copied. The copy is good even where that cannot be written, as on a standby, so it
 * only prints why.
 */
async function noteBackup(db: Database): Promise<void> {
  try {
    for (const workspaceId of await allWorkspaceIds(db)) {
      await db.withWorkspace({ workspaceId }, async (tx) =>
        appendEvent(tx, {
          type: 'backup.made',
          actor: SYSTEM,
          subject: `workspace:${workspaceId}`,
        }),
      )
    }
  } catch (error) {
    console.error(`The audit log does not have this backup: ${(error as Error).message}`)
  }
}

/** @throws ExpectedError while a rotation is under way: some values would need the one key, some the other. */
async function soleKey(config: Config, db: Database): Promise<string> {
  const { current, before } = await fittingSecretKeys(config, db)
  if (before === null) return current
  throw new ExpectedError(
    'The secret key is being rotated: run "sourcebook rotate-key" to its end, and then back up.',
  )
}
