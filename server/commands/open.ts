import type { Logger } from 'pino'
import { makeFirstPages } from '../domains/records/boards/first-pages.ts'
import { createWorkspaces, type Workspaces } from '../domains/workspaces/workspace/workspaces.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { checkAppRole } from '../platform/database/app-role.ts'
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openLog } from '../platform/log.ts'

export interface Opened {
  config: Config
  log: Logger
  handle: DatabaseHandle
  db: Database
  close: () => Promise<void>
}

/** Reads the settings, opens the database and migrates it to this release. */
export async function open(leastLevel?: 'warn'): Promise<Opened> {
  const config = loadConfig(process.env)
  const log = openLog(leastLevel ?? config.logLevel)
  const handle = await openDatabase(config, log)
  const db = new Database({
    connection: handle.connection,
    poolSize: config.poolSize,
    onConnectionError: (error) => log.warn({ err: error }, 'lost an idle database connection'),
  })
  const close = async () => {
    await db.close()
    await handle.stop()
    log.flush()
  }
  try {
    const { applied } = await migrate(handle.connection)
    if (applied.length > 0) log.info({ applied }, 'migrated')
    await checkAppRole(db)
  } catch (error) {
    await close()
    throw error
  }
  return { config, log, handle, db, close }
}

/** Opens the database, runs an operator's command, and closes the database again. */
export async function withWorkspaces<T>(
  run: (workspaces: Workspaces, opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await open('warn') // so that log lines do not bury the command's output
  try {
    return await run(
      createWorkspaces({
        db: opened.db,
        config: { signup: opened.config.signup, publicUrl: opened.config.publicUrl ?? '' },
        onWorkspaceCreated: (tx, _workspace, actor) => makeFirstPages(tx, actor),
      }),
      opened,
    )
  } finally {
    await opened.close()
  }
}
