import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientBase } from 'pg'
import { doubtTexts } from '../domains/comms/sending/deliveries.ts'
import { resumeRuns } from '../domains/imports/running/work.ts'
import { remakeTextIndexes } from '../domains/records/texts/row-texts.ts'
import type { BackupFile } from '../platform/backup/backup-file.ts'
import { restoreBackup } from '../platform/backup/restore.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { MIGRATIONS } from '../platform/database/migrate.ts'
import { readMigrations } from '../platform/database/migration-files.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { lookAtAllWork } from '../platform/jobs/due-work.ts'
import { openLog } from '../platform/log.ts'
import { createSeal, isProven } from '../platform/secrets/seal.ts'
import { findSecretKeys, keepSecretKey } from '../platform/secrets/secret-key.ts'
import { backupAddress, openBackupAt } from './backup-places.ts'
import { contentsInWords, progress } from './progress.ts'
import { restoreAt } from './restore-at.ts'

const USAGE =
  'Usage: sourcebook restore FILE [--moved], or sourcebook restore --at TIME [--from DIRECTORY] [--moved]'

/** Restores a backup into an empty database, or refuses it before anything is written. */
export async function restore(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      moved: { type: 'boolean', default: false },
      at: { type: 'string' },
      from: { type: 'string' },
    },
    allowPositionals: true,
  })
  const { moved, at, from } = values
  const [name] = positionals
  const doubt = async (client: ClientBase, takenAt: Date) => {
    if (!moved) await doubtTexts(client, takenAt)
  }
  if (at !== undefined && positionals.length === 0) return restoreAt(at, { from, settle: doubt })
  if (!name || positionals.length > 1 || at !== undefined || from !== undefined) {
    throw new ExpectedError(USAGE)
  }
  const since = performance.now()
  const config = loadConfig(process.env)
  const path = backupAddress(name)
  const backup = await openBackupAt(config, path, await readMigrations(MIGRATIONS))
  let left: string[]
  try {
    const key = await fittingKey(config, backup, path)
    await backup.check()
    const handle = await openDatabase(config, openLog('warn'))
    try {
      left = await restoreBackup(backup, {
        connection: handle.connection,
        files: openFileStore(config),
        folder: MIGRATIONS,
        begin: async () => {
          if (config.secretKey === null) await keepSecretKey(config.dataDir, key)
        },
        settle: async (client, takenAt) => {
          await resumeRuns(client)
          await remakeTextIndexes(client)
          await doubt(client, takenAt)
          await lookAtAllWork(client)
        },
        say: progress(),
      })
    } finally {
      await handle.stop()
    }
  } finally {
    backup.archive.close()
  }
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  const { manifest } = backup
  console.log(
    `Restored ${contentsInWords(manifest)}, as of ${manifest.takenAt}, in ${seconds} s. The service can be started.`,
  )
  if (left.length > 0) console.log(`Left out tables that are not Sourcebook’s: ${left.join(', ')}.`)
}

/**
 * The key that the backup was sealed with: the one that is set here, or the one in the backup.
 *
 * @throws ExpectedError if neither fits.
 */
async function fittingKey(config: Config, backup: BackupFile, path: string): Promise<string> {
  const fits = (key: string, before: string | null = null) =>
    isProven(backup.manifest.keyProof, createSeal(key, before))
  const given = await findSecretKeys(config)
  if (given !== null && fits(given.current, given.before)) return given.current
  const carried = backup.secretKey
  if (given === null && carried !== null && fits(carried)) return carried
  const remedy =
    carried === null
      ? 'Set SECRET_KEY to the one that the service used.'
      : config.databaseUrl === null
        ? 'The backup has the right one: leave SECRET_KEY unset, and set DATA_DIR to a directory that does not exist yet.'
        : `The backup has the right one: set SECRET_KEY to what "unzip -p ${path.startsWith('s3:') ? basename(path) : path} secret.key" prints.`
  throw new ExpectedError(
    given === null
      ? `The secret key that ${path} was made with is not in it. ${remedy}`
      : `The secret key here is not the one that ${path} was made with: credentials of channels and webhooks could not be read. ${remedy}`,
  )
}
