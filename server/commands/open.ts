import type { Logger } from 'pino'
import { type Config, loadConfig } from '../platform/config.ts'
import { checkAppRole } from '../platform/database/app-role.ts'
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openLog } from '../platform/log.ts'
import { poolShare } from '../platform/processes/group.rules.ts'
import type { Role } from '../platform/processes/messages.ts'
import { openFound } from './found-database.ts'

export interface Opened {
  config: Config
  log: Logger
  handle: DatabaseHandle
  db: Database
  close: () => Promise<void>
}

interface Opening {
  /** Whether it makes the database, or fills an empty one; otherwise it refuses. */
  mayMake?: boolean
  leastLevel?: 'warn'
  /** Called when an embedded database has been started and is not up yet. */
  onSpawn?: () => void
  /** Whether replicas may serve what it reads. */
  readsMuch?: boolean
  /** What this process does of `start`, whose processes share the connections that the server allows. */
  role?: Role | undefined
}

/** Reads the settings, opens the database and migrates it to this release. */
export async function open({
  mayMake = false,
  leastLevel,
  onSpawn,
  readsMuch = false,
  role,
}: Opening): Promise<Opened> {
  const config = loadConfig(process.env)
  const log = openLog(leastLevel ?? config.logLevel, undefined, role)
  const handle = await (mayMake ? openDatabase : openFound)(config, log, onSpawn)
  const db = new Database({
    connection: handle.pooled,
    // A pooler that lends connections shares out the server's by itself.
    poolSize:
      role === undefined || handle.isLent
        ? config.poolSize
        : poolShare(config, handle.maxConnections),
    onConnectionError: (error) => log.warn({ err: error }, 'lost an idle database connection'),
    replicas:
      !readsMuch || handle.replicas.length === 0
        ? undefined
        : {
            primary: handle.connection,
            connections: handle.replicas,
            waitMs: config.replicaWaitMs,
            log,
          },
  })
  handle.onMoved(() => db.dropElsewhere())
  const close = async () => {
    await db.close()
    await handle.stop()
    log.flush()
  }
  try {
    const { applied } = await migrate(handle.connection)
    if (applied.length > 0) log.info({ applied: applied.length }, 'migrated')
    await checkAppRole(db)
  } catch (error) {
    await close()
    throw error
  }
  return { config, log, handle, db, close }
}
