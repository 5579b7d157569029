import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { ensureAppRole } from '../database/app-role.ts'
import { makeTables } from '../database/migrate.ts'
import type { Migration } from '../database/migration-files.ts'
import { holdMigrations } from '../database/migration-lock.ts'
import { ExpectedError } from '../expected-error.ts'
import { referencedFirst } from './table-order.rules.ts'
import { listTables, type Table } from './tables.sql.ts'
import { type Sum, Tally } from './tally.ts'

/** What an empty database is filled from: a backup, or another database. */
export interface Filling {
  takenAt: Date
  /** Higher than every event number that was assigned before. */
  eventHorizon: bigint
  /** The migrations that made its tables. */
  migrations: Migration[]
  tables: readonly { name: string; columns: readonly string[] }[]
  /** Sends the rows of a table, as COPY writes them, and says what was to come. */
  pour(name: string, into: Writable): Promise<Sum>
}

export interface FillOptions {
  /** Updates what was true only for the old service. Runs as the owner. */
  settle: (client: Client, takenAt: Date) => Promise<void>
  say: (what: string) => void
  /** Whether each table is read again, and has to be the same to the byte. */
  isProven: boolean
}

/**
 * Fills an empty database in one transaction, as a whole or not at all.
 * @param client the owner of the database
 * @returns the tables that do not belong to the service, whose rows were left out
 */
export async function fillDatabase(
  client: Client,
  filling: Filling,
  options: FillOptions,
): Promise<string[]> {
  const { settle, say } = options
  await ensureAppRole(client)
  await client.query('BEGIN')
  await holdMigrations(client)
  await refuseFull(client)
  await makeTables(client, filling.migrations)
  const tables = await listTables(client)
  await fill(client, tables, filling, options)
  await countOn(client, filling.eventHorizon, 1n)
  await settle(client, filling.takenAt)
  for (const { quoted, forced } of tables) {
    if (forced) await client.query(`ALTER TABLE ${quoted} FORCE ROW LEVEL SECURITY`)
  }
  await client.query('COMMIT')
  say('analyzing')
  await client.query('ANALYZE')
  const filled = new Set(tables.map(({ name }) => name))
  return filling.tables.flatMap(({ name }) => (filled.has(name) ? [] : [name]))
}

/** @throws ExpectedError if a database has tables */
export async function refuseFull(client: Client): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  throw new ExpectedError(
    `The database ${client.database} at ${client.host} is not empty (it has ${tables.length} tables): restore into a ` +
      'new one. Set DATA_DIR to a directory that does not exist yet, or DATABASE_URL to an empty database.',
  )
}

async function fill(
  client: Client,
  tables: Table[],
  filling: Filling,
  { say, isProven }: FillOptions,
): Promise<void> {
  const given = new Map(filling.tables.map((table) => [table.name, table]))
  for (const table of referencedFirst(tables)) {
    const { name, quoted, columns, quotedColumns, forced } = table
    if (given.get(name)?.columns.join() !== columns.join()) {
      throw new Error(`the table ${name} that was given is not as its migrations make it`)
    }
    if (forced) await client.query(`ALTER TABLE ${quoted} NO FORCE ROW LEVEL SECURITY`)
    const copy = client.query(copyFrom(`COPY ${quoted} (${quotedColumns}) FROM STDIN`))
    const sum = await filling.pour(name, copy)
    if (copy.rowCount !== sum.lines) throw new Error(`${name}: ${copy.rowCount} rows came`)
    if (isProven && (await sumOf(client, table)).sha256 !== sum.sha256) {
      throw new ExpectedError(
        `The table ${name} is not the same when it is read again: nothing was changed. Please report this.`,
      )
    }
    say(`${name}: ${sum.lines} rows`)
  }
}

/** A table that was filled at once is read in the same order. */
async function sumOf(client: Client, { quoted, quotedColumns }: Table): Promise<Sum> {
  const tally = new Tally()
  const rows = client.query(copyTo(`COPY ${quoted} (${quotedColumns}) TO STDOUT`))
  await pipeline(rows, async (bytes: AsyncIterable<Buffer>) => {
    for await (const _ of tally.watch(bytes)) {
    }
  })
  return tally.sum()
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
