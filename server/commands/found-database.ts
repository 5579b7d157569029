import { readdir } from 'node:fs/promises'
import type { BaseLogger } from 'pino'
import type { Config } from '../platform/config.ts'
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts'
import { schemaState } from '../platform/database/migrate.ts'
import { withOwner } from '../platform/database/owner.ts'
import { hasCluster } from '../platform/embedded/swap.ts'
import { ExpectedError } from '../platform/expected-error.ts'

/**
 * Opens the database that the service uses, for everything but `start`, `web`, `migrate` and `restore`: only those may make
 * one. Anything else would work in the wrong place if a setting is missing, and say that all is well.
 *
 * @throws ExpectedError that says where it looked, if there is no database, or nothing in it
 */
export async function openFound(
  config: Config,
  log: BaseLogger,
  onSpawn?: () => void,
): Promise<DatabaseHandle> {
  await refuseNothing(config)
  const handle = await openDatabase(config, log, onSpawn)
  try {
    await withOwner(handle.connection, async (client) => {
      if ((await schemaState(client)) === 'empty') throw emptyError(config, handle)
    })
    return handle
  } catch (error) {
    await handle.stop()
    throw error
  }
}

/** Refuses if there is no database yet: opening the embedded one would create it. */
export async function refuseNothing(config: Config): Promise<void> {
  if (await isThere(config)) return
  throw new ExpectedError(
    `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL to what the service uses.`,
  )
}

/**
 * Whether there is a database, which may be empty.
 * @throws ExpectedError if this user may not look
 */
export async function isThere({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl !== null || (await hasCluster(dataDir))) return true
  const fault = await readdir(dataDir).catch((error) => error)
  if (fault.code !== 'EACCES') return false
  throw new ExpectedError(
    `You may not look into ${dataDir}: run this as root, or as the user that the service runs as.`,
  )
}

function emptyError(
  { databaseUrl, dataDir }: Config,
  { connection }: DatabaseHandle,
): ExpectedError {
  const { database, host, port } = connection
  const place = databaseUrl === null ? `in ${dataDir}` : `${database} at ${host}:${port}`
  return new ExpectedError(
    `The database ${place} is empty: set DATA_DIR or DATABASE_URL to what the service uses, or fill it with "sourcebook migrate".`,
  )
}
