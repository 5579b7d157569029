import { pipeline } from 'node:stream/promises'
import type { Client, ClientConfig } from 'pg'
import { migrate } from '../database/migrate.ts'
import type { FileStore } from '../files/file-store.ts'
import type { BackupFile } from './backup-file.ts'
import { type Filling, fillDatabase, refuseFull } from './filling.ts'
import { fileEntry, type Manifest, tableEntry } from './manifest.ts'
import { withSession } from './session.ts'

export interface RestoreTarget {
  /** An empty database, as its owner. */
  connection: ClientConfig
  files: FileStore
  /** The migrations of this release: those that the backup lacks are run afterwards. */
  folder: URL
  /** Runs first, once the database is known to be empty. */
  begin: () => Promise<void>
  /** Updates what was true only for the old service. Runs as the owner. */
  settle: (client: Client, takenAt: Date) => Promise<void>
  say: (what: string) => void
}

/**
 * Restores a backup that was checked. The database is restored in one transaction, as a whole or not at all, so a
 * failed restore can be run again.
 *
 * @returns the tables that do not belong to the service, whose rows were left out.
 * @throws ExpectedError if the database is not empty; nothing is written then.
 */
export async function restoreBackup(backup: BackupFile, target: RestoreTarget): Promise<string[]> {
  const { connection, files, folder, begin, settle, say } = target
  const left = await withSession(connection, async (client) => {
    await refuseFull(client)
    await begin()
    await restoreFiles(backup, files, say)
    return fillDatabase(client, fillingOf(backup), { settle, say, isProven: false })
  })
  await migrate(connection, folder)
  return left
}

function fillingOf({ manifest, archive, migrations }: BackupFile): Filling {
  const sums = new Map<string, Manifest['tables'][number]>()
  for (const table of manifest.tables) sums.set(table.name, table)
  return {
    takenAt: new Date(manifest.takenAt),
    eventHorizon: BigInt(manifest.eventHorizon),
    migrations,
    tables: manifest.tables,
    async pour(name, into) {
      await pipeline(await archive.read(tableEntry(name)), into)
      return sums.get(name)!
    },
  }
}

async function restoreFiles(
  { manifest, archive }: BackupFile,
  files: FileStore,
  say: RestoreTarget['say'],
): Promise<void> {
  for (const [i, { key, bytes }] of manifest.files.entries()) {
    await files.put(await archive.read(fileEntry(key)), bytes, { key })
    say(`files: ${i + 1} of ${manifest.files.length}`)
  }
}
