import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pruneLog } from '../platform/backup/archived.ts'
import { takeBase } from '../platform/backup/base-copy.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { withBackupSource } from './backup-source.ts'
import { nameAt } from './backups.rules.ts'
import { progress } from './progress.ts'

/** Makes a base copy in the archive, named by its time, and prints what is in it. */
export async function copyBase(
  config: Config,
  { skipMissing }: { skipMissing: boolean },
): Promise<void> {
  const since = performance.now()
  const archive = archiveOf(config)
  const path = join(archive, nameAt(new Date(), 'base'))
  await withBackupSource(config, async (source) => {
    const place = { pgdata: join(config.dataDir, 'pg'), archive, path }
    const manifest = await takeBase(source, place, { skipMissing, say: progress() })
    const mib = ((await stat(path)).size / 1024 / 1024).toFixed(1)
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `Made a base copy with ${manifest.files.length} files: ${path}, ${mib} MiB, in ${seconds} s. From ${manifest.takenAt} on, every moment can be restored.`,
    )
    if (manifest.missing.length > 0) {
      console.log(
        `Left out ${manifest.missing.length} missing files: ${manifest.missing.join(', ')}`,
      )
    }
  })
}

/** @throws ConfigError if there is none */
export function archiveOf({ walArchive }: Config): string {
  if (walArchive !== null) return walArchive
  throw new ConfigError(
    'WAL_ARCHIVE',
    'is unset: a base copy is for restoring any moment, and goes with an archive. Set it to a directory for both.',
  )
}

/** Deletes base copies by their names, and the log that no other copy needs. */
export async function dropBases(config: Config, names: readonly string[]): Promise<void> {
  const archive = archiveOf(config)
  for (const name of names) await rm(join(archive, name), { force: true })
  const count = await pruneLog(archive, new Date())
  if (count > 0)
    console.log(
      `Deleted what no base copy needs of the log: ${count} segment${count === 1 ? '' : 's'}.`,
    )
}
