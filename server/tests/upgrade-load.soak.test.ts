// The last release serves a desk under load while this one migrates its database, is killed midway, migrates again and takes
// over. Nobody waits long, nothing fails, and nothing that was acknowledged is lost.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '../platform/database/migrate.ts'
import { renderSchema } from '../platform/database/schema-dump.ts'
import { newSeed } from './scenarios/chance.ts'
import { longestMs, upgradeFaults } from './scenarios/upgrade.rules.ts'
import { furnish, type Load, readStored, startLoad, type UpgradeDesk } from './scenarios/upgrade.ts'
import { until } from './support/clients/listener.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { checkOutRelease } from './support/releases/releases.ts'

const ROWS = 40_000
const RECEIPTS = 1_000_000
/** Requests answered in each phase. */
const PHASE = 2_000
/** How long a reader keeps a table from the migration: longer than it waits for one. */
const HELD_MS = 4_000
/** Tables that this release’s migrations change, in their order. The migration is killed as it waits for one of these. */
const KILLED_AT = ['rows', 'import_runs']
const WAITED_FOR = 'receipts'
/** How long a bad migration keeps a table. */
const KEPT_S = 20

const seed = Number(process.env.SEED ?? newSeed())
let directory: string
let database: TestDatabase
let env: Record<string, string>
let old: ServerProcess | undefined
let recent: ServerProcess
let desk: UpgradeDesk
let version: string
let why: string | undefined

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sourcebook-upgrade-'))
  const checkout = await checkOutRelease(directory)
  if ('why' in checkout) {
    ;({ why } = checkout)
    return
  }
  ;({ version } = checkout)
  database = await createTestDatabase('empty')
  env = {
    ...database.env,
    DATA_DIR: join(directory, 'data'),
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    LOG_LEVEL: 'error',
    RATE_LIMIT_INGEST: '10000000',
  }
  old = await startServerProcess({ bin: checkout.bin, env })
  desk = await furnish(old, database.connection, { rows: ROWS, receipts: RECEIPTS })
})
afterAll(async () => {
  await old?.stop()
  await recent?.stop()
  await database?.drop()
  await rm(directory, { recursive: true, force: true })
})

/** A transaction that reads a table, as a backup does, for as long as `during` takes. */
const whileRead = (table: string, during: () => Promise<unknown>) =>
  asOwner(database.connection, async (sql) => {
    await sql('BEGIN')
    await sql(`SELECT FROM ${table} LIMIT 1`)
    await during()
    await sql('COMMIT')
  })

const MIGRATING = `SELECT pid FROM pg_stat_activity
  WHERE application_name = 'sourcebook migrate' AND datname = current_database()`
const isMigrating = () =>
  asOwner(database.connection, async (sql) => (await sql(MIGRATING)).length > 0)

/** Resolves once the migration waits for a table. */
const waitsFor = (table: string) =>
  asOwner(database.connection, (sql) =>
    until(async () => {
      const waits = await sql(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass AND pid IN (${MIGRATING})`,
        [table],
      )
      return waits.length > 0
    }, `the migration to wait for ${table}`),
  )

const reached = async (): Promise<number> =>
  (
    await asOwner(database.connection, (sql) =>
      sql('SELECT max(version) AS at FROM schema_migrations'),
    )
  )[0].at

/** Starts the migration of this release and kills it as it waits for a table. */
async function killMidway(table: string): Promise<void> {
  await whileRead(table, async () => {
    const migrating = startProcess('bin/sourcebook.mjs', ['migrate'], env)
    await waitsFor(table)
    migrating.kill()
    await migrating.exited
    await until(async () => !(await isMigrating()), 'its transaction to be undone')
  })
}

/** The names of the board's columns, which a process has in memory. */
const namesOf = async ({ api }: ServerProcess): Promise<string[]> => {
  const { body } = await api('GET', '/v1/ingest/board', { token: desk.board.secret })
  return body.data.columns.map(({ name }: { name: string }) => name)
}

const faultsOf = async (load: Load, usualMs: number) =>
  upgradeFaults(load.traffic, await readStored(database.connection, desk), usualMs)

test(`a release takes over from the last one under load (seed ${seed})`, async (context) => {
  if (why !== undefined) {
    console.log(`skipped: ${why}`)
    return context.skip()
  }
  const load = startLoad(desk, old!.url, seed)
  await load.more(PHASE)
  const usualMs = longestMs(load.traffic)
  const stops: number[] = []
  for (const table of KILLED_AT) {
    await killMidway(table)
    stops.push(await reached())
    await load.more(PHASE)
  }
  const migrating = startProcess('bin/sourcebook.mjs', ['migrate'], env)
  await whileRead(WAITED_FOR, async () => {
    await waitsFor(WAITED_FOR)
    await sleep(HELD_MS)
  })
  expect(await migrating.exited, migrating.stderr()).toEqual({ code: 0, signal: null })
  const migrated = await migrating.stdout()
  await load.more(PHASE) // the last release, on the tables of this one
  recent = await startServerProcess({ env })
  load.aim(old!.url, recent.url)
  await load.more(PHASE)
  for (const [by, to, name] of [
    [old!, recent, 'Named by the last release'],
    [recent, old!, 'Named by this one'],
  ] as const) {
    expect(await namesOf(to)).not.toContain(name)
    await by.api('PATCH', `/v1/boards/${desk.board.id}/columns/amount`, {
      token: desk.token,
      body: { name },
    })
    expect(await namesOf(to)).toContain(name)
  }
  load.aim(recent.url)
  await load.settled()
  expect(await old!.stop()).toEqual({ code: 0, signal: null })
  const oldSaid = old!.stdout() + old!.stderr()
  old = undefined
  await load.more(PHASE)
  await load.end()

  console.log(
    `figure: from ${version}, ${load.traffic.called.length} requests, ${load.traffic.acknowledged.length} rows acknowledged, killed after migrations ${stops.join(' and ')}, longest request ${Math.round(longestMs(load.traffic))} ms (${Math.round(usualMs)} ms before)`,
  )
  expect(await faultsOf(load, usualMs), oldSaid.slice(-3_000)).toEqual([])
  expect(stops[0]).toBeLessThan(stops[1]!)
  expect(migrated).toMatch(/^Applied /)
  const client = new pg.Client(database.connection)
  await client.connect()
  const schema = await renderSchema(client).finally(() => client.end())
  // The service adds indexes of its own to what a desk sorts by.
  const migratedOnly = schema.replace(/^CREATE INDEX cells_.*\n/gm, '')
  expect(migratedOnly).toBe(await readFile(new URL('schema.sql', MIGRATIONS), 'utf8'))
})

test.each([
  ['keeps a table to itself', `LOCK TABLE rows; SELECT pg_sleep(${KEPT_S})`, / took \d+ ms/],
  [
    'takes a table away from the last release',
    'ALTER TABLE row_history RENAME TO changes',
    /failed: 500/,
  ],
])('would be noticed: a migration that %s', async (_, sql, fault) => {
  if (why !== undefined) return
  const folder = join(directory, 'schema')
  await cp(MIGRATIONS, folder, { recursive: true })
  const [last] = (await asOwner(database.connection, (ask) =>
    ask('SELECT max(version) + 1 AS next FROM schema_migrations'),
  )) as [{ next: number }]
  await writeFile(join(folder, `${String(last.next).padStart(4, '0')}_bad.sql`), sql)
  const load = startLoad(desk, recent.url, seed)
  await load.more(PHASE / 4)
  const usualMs = longestMs(load.traffic)
  await migrate(database.connection, pathToFileURL(`${folder}/`))
  await load.more(PHASE / 4)
  await load.end()
  expect((await faultsOf(load, usualMs)).join('\n')).toMatch(fault)
})
