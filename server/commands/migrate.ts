import { loadConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openLog } from '../platform/log.ts'

export async function migrateCommand(): Promise<void> {
  const config = loadConfig(process.env)
  const handle = await openDatabase(config, openLog(config.logLevel))
  try {
    const { applied } = await migrate(handle.connection)
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Up to date.')
  } finally {
    await handle.stop()
  }
}
