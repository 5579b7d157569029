import pg from 'pg'
import { ConfigError, loadConfig } from '../platform/config.ts'
import { asApp, openDatabase } from '../platform/database.ts'
import { openLog } from '../platform/log.ts'
import { isMigrated } from '../platform/migrate.ts'

/** Says what is well and what is not, one line each; the exit status is 1 where something is not. */
export async function doctor(): Promise<void> {
  const say = (well: boolean, what: string) => {
    console.log(`${well ? 'ok  ' : 'FAIL'}  ${what}`)
    if (!well) process.exitCode = 1
  }
  const config = readConfig(say)
  if (!config) return
  // Opening checks the version and that the server keeps what it acknowledges.
  const handle = await openDatabase(config, openLog('error')).catch((error: Error) => {
    say(false, error.message)
  })
  if (!handle) return
  const client = new pg.Client(handle.connection)
  try {
    await client.connect()
    const { rows } = await client.query('SHOW server_version')
    say(true, `PostgreSQL ${rows[0].server_version} keeps what it acknowledges`)
    const migrated = await isMigrated(client)
    say(
      migrated,
      migrated ? 'the schema is of this release' : 'the schema is older: sourcebook migrate',
    )
    if (migrated) await checkRole(asApp(handle.connection), say)
  } finally {
    await client.end()
    await handle.stop()
  }
}

function readConfig(say: (well: boolean, what: string) => void) {
  try {
    const config = loadConfig(process.env)
    say(true, 'the settings can be read')
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    say(false, error.message)
    return undefined
  }
}

async function checkRole(
  connection: pg.ClientConfig,
  say: (well: boolean, what: string) => void,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      'SELECT rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user',
    )
    say(!rows[0].free, 'the service works under a role that row-level security binds')
  } finally {
    await client.end()
  }
}
