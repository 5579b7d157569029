import { pipeline } from 'node:stream/promises'
import type { Client, ClientBase, ClientConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ensureAppRole } from '../database/app-role.ts'
import { holdMigrations, makeTables, migrate } from '../database/migrate.ts'
import { ExpectedError } from '../expected-error.ts'
import type { FileStore } from '../files/file-store.ts'
import type { BackupFile } from './backup-file.ts'
import { fileEntry, tableEntry } from './manifest.ts'
import { withSession } from './session.ts'
import { inOrder } from './table-order.rules.ts'
import { listTables, type Table } from './tables.sql.ts'

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
    await ensureAppRole(client)
    await client.query('BEGIN')
    await holdMigrations(client)
    await refuseFull(client)
    await makeTables(client, backup.migrations)
    const tables = await listTables(client)
    await fill(client, tables, backup, say)
    await countOn(client, BigInt(backup.manifest.eventHorizon), 1n)
    await settle(client, new Date(backup.manifest.takenAt))
    for (const { quoted, forced } of tables) {
      if (forced) await client.query(`ALTER TABLE ${quoted} FORCE ROW LEVEL SECURITY`)
    }
    await client.query('COMMIT')
    say('analyzing')
    await client.query('ANALYZE')
    const filled = new Set(tables.map(({ name }) => name))
    return backup.manifest.tables.flatMap(({ name }) => (filled.has(name) ? [] : [name]))
  })
  await migrate(connection, folder)
  return left
}

async function refuseFull(client: Client): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  throw new ExpectedError(
    `The database ${client.database} at ${client.host} is not empty (it has ${tables.length} tables): restore into a ` +
      'new one. Set DATA_DIR to a directory that does not exist yet, or DATABASE_URL to an empty database.',
  )
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

async function fill(
  client: Client,
  tables: Table[],
  { manifest, archive }: BackupFile,
  say: RestoreTarget['say'],
): Promise<void> {
  const written = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const { name, quoted, columns, quotedColumns, forced } of inOrder(tables)) {
    const table = written.get(name)
    if (!table || table.columns.join() !== columns.join()) {
      throw new Error(`the backup's table ${name} is not as its migrations make it`)
    }
    if (forced) await client.query(`ALTER TABLE ${quoted} NO FORCE ROW LEVEL SECURITY`)
    const copy = client.query(copyFrom(`COPY ${quoted} (${quotedColumns}) FROM STDIN`))
    await pipeline(await archive.read(tableEntry(name)), copy)
    if (copy.rowCount !== table.lines) throw new Error(`${name}: ${copy.rowCount} rows came`)
    say(`${name}: ${table.lines} rows`)
  }
}

/**
 * How far event numbers jump above those of the backup. The old service may have kept running after the backup, and
 * clients that read its later events must still get every new event of the restored one.
 */
const LEAP = 2n ** 40n

/** Numbers new events above those of the database as it is, and of what it may have been later. */
export async function countFurther(client: ClientBase, leaps: number): Promise<void> {
  const { rows } = await client.query('SELECT event_horizon()::text AS horizon')
  await countOn(client, BigInt(rows[0].horizon), BigInt(leaps))
}

/** Numbers new events above all numbers that the old service may have assigned. */
async function countOn(client: ClientBase, horizon: bigint, leaps: bigint): Promise<void> {
  const { rows } = await client.query('SELECT pg_current_xact_id()::text AS xid')
  const base = horizon + leaps * LEAP - BigInt(rows[0].xid)
  await client.query(
    `CREATE OR REPLACE FUNCTION event_base() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN ${base > 0n ? base : 0n}`,
  )
}
