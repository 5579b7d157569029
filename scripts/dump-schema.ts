// Writes server/schema/schema.sql from the migrations; with --check, compares it with them and exits 1 on drift.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { MIGRATIONS, migrate } from '../server/platform/database/migrate.ts'
import { renderSchema } from '../server/platform/database/schema-dump.ts'
import { startEmbedded } from '../server/platform/embedded/embedded.ts'

const file = new URL('schema.sql', MIGRATIONS)
const schema = await schemaOfMigrations()
if (process.argv.includes('--check')) {
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept !== schema) {
    console.error(
      'server/schema/schema.sql is not what the migrations make: run scripts/dump-schema.ts',
    )
    process.exitCode = 1
  }
} else {
  await writeFile(file, schema)
}

async function schemaOfMigrations(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-schema-'))
  try {
    const database = await startEmbedded({ dataDir, log: pino({ level: 'warn' }) })
    try {
      await migrate(database.connection)
      const client = new pg.Client(database.connection)
      await client.connect()
      return await renderSchema(client).finally(() => client.end())
    } finally {
      await database.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
