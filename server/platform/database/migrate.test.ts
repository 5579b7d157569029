import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discard, temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import {
  administer,
  createTestDatabase,
  isOnCluster,
  type TestDatabase,
} from '../../tests/support/postgres/database.ts'
import { startProcess } from '../../tests/support/processes/child-process.ts'
import { checkAppRole } from './app-role.ts'
import { connectAsApp } from './database.ts'
import { Database } from './db.ts'
import { isMigrated, MIGRATIONS, migrate } from './migrate.ts'
import { planMigrations, readMigrations } from './migration-files.ts'

let base: string
const databases: TestDatabase[] = []
beforeAll(async () => {
  base = await temporaryDirectory()
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await discard(base)
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('empty')
  databases.push(database)
  return database
}

let folders = 0
async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = join(base, `migrations-${++folders}`)
  await mkdir(folder)
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return pathToFileURL(`${folder}/`)
}

async function query(database: TestDatabase, sql: string) {
  const client = new pg.Client(database.connection)
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}

const A_THEN_B = {
  '0001_a.sql': 'CREATE TABLE a (id int)',
  '0002_b.sql': 'CREATE TABLE b (id int)',
}

function migrateInProcess(database: TestDatabase, folder: URL, options?: string) {
  const connection = JSON.stringify({ ...database.connection, options })
  return startProcess('server/tests/support/processes/migrate-process.ts', [
    connection,
    folder.href,
  ])
}

describe('migrate', () => {
  it('applies once if five processes race, and no process fails', async () => {
    const database = await emptyDatabase()
    const folder = await folderOf({
      '0001_a.sql': 'CREATE TABLE a (id int); SELECT pg_sleep(0.2)',
      '0002_b.sql': 'CREATE TABLE b (id int)',
      'notes.txt': 'not a migration',
    })
    const racing = Array.from({ length: 5 }, () => migrateInProcess(database, folder))
    const exits = await Promise.all(racing.map(({ exited }) => exited))
    expect(exits.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    const applied = racing.flatMap((child) => JSON.parse(child.stdout()).applied)
    expect(applied).toEqual(['0001_a.sql', '0002_b.sql'])
  })

  it('continues cleanly after it was killed midway', async () => {
    const database = await emptyDatabase()
    const folder = await folderOf({
      '0001_a.sql': 'CREATE TABLE a (id int)',
      '0002_b.sql': `CREATE TABLE b (id int); SELECT pg_sleep(current_setting('test.pause')::float)`,
    })
    const doomed = migrateInProcess(database, folder, '-c test.pause=3600')
    const asleep = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
    while ((await query(database, asleep)).length === 0) await sleep(20)
    doomed.kill('SIGKILL')
    await doomed.exited
    // Otherwise the server would not notice the kill before the end of the statement.
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
    await query(database, end)
    expect(await query(database, 'SELECT version FROM schema_migrations')).toEqual([{ version: 1 }])
    const connection = { ...database.connection, options: '-c test.pause=0' }
    expect(await migrate(connection, folder)).toEqual({ applied: ['0002_b.sql'] })
    expect(await query(database, `SELECT to_regclass('b') IS NOT NULL AS made`)).toEqual([
      { made: true },
    ])
  })

  it('leaves nothing of a failed migration, and says which', async () => {
    const database = await emptyDatabase()
    const folder = await folderOf({ '0001_a.sql': 'CREATE TABLE a (id int); SELECT 1/0' })
    await expect(migrate(database.connection, folder)).rejects.toThrow(
      'migration 0001_a.sql failed: division by zero',
    )
    expect(await query(database, `SELECT to_regclass('a') AS a`)).toEqual([{ a: null }])
  })

  it('refuses a file that changed after it was applied', async () => {
    const database = await emptyDatabase()
    await migrate(database.connection, await folderOf(A_THEN_B))
    const changed = await folderOf({ ...A_THEN_B, '0001_a.sql': 'CREATE TABLE a (id bigint)' })
    await expect(migrate(database.connection, changed)).rejects.toThrow('0001_a.sql has changed')
    expect(await migrate(database.connection, await folderOf(A_THEN_B))).toEqual({ applied: [] })
  })

  it('takes a database that has applied a file before its correction', async () => {
    const files = await readMigrations(MIGRATIONS)
    const corrected = files.findIndex(({ name }) => name.startsWith('0049_'))
    const before = '1454368487e2675f574fde18265c2b30a08ae8b159d6e70a08674c4f8780ee16'
    const applied = files.slice(0, corrected + 1)
    applied[corrected] = { ...files[corrected]!, sha256: before }
    expect(planMigrations(files, applied)).toEqual(files.slice(corrected + 1))
  })

  it('refuses a database that a newer release has migrated', async () => {
    const database = await emptyDatabase()
    await migrate(database.connection, await folderOf(A_THEN_B))
    const older = await folderOf({ '0001_a.sql': A_THEN_B['0001_a.sql'] })
    await expect(migrate(database.connection, older)).rejects.toThrow('by a newer release')
  })

  it('gives way to a held lock, and tries again', async () => {
    const database = await emptyDatabase()
    await migrate(database.connection, await folderOf({ '0001_a.sql': A_THEN_B['0001_a.sql'] }))
    const holder = new pg.Client(database.connection)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE a')
    const folder = await folderOf({
      '0001_a.sql': A_THEN_B['0001_a.sql'],
      '0002_more.sql': 'ALTER TABLE a ADD COLUMN more int',
    })
    const migrating = migrate(database.connection, folder)
    await sleep(2_200) // longer than one attempt
    await holder.end()
    expect(await migrating).toEqual({ applied: ['0002_more.sql'] })
  })

  it('tells the app whether it is up to date', async () => {
    const database = await emptyDatabase()
    const [first, both] = [
      await folderOf({ '0001_a.sql': A_THEN_B['0001_a.sql'] }),
      await folderOf(A_THEN_B),
    ]
    const app = await connectAsApp(database.connection)
    expect(await isMigrated(app, first)).toBe(false)
    await migrate(database.connection, first)
    expect(await isMigrated(app, first)).toBe(true)
    expect(await isMigrated(app, both)).toBe(false)
    await app.end()
  })
})

describe("the app's role", () => {
  it('applies in every transaction, also after RESET, and cannot bypass row-level security', async () => {
    const database = await emptyDatabase()
    await migrate(database.connection, await folderOf({}))
    const connection = { ...database.connection, options: '-c jit=off' }
    const db = new Database({ connection, poolSize: 1 })
    await db.withDirectory(async (tx) => tx.queue('RESET ROLE'))
    await db.withDirectory(async (tx) => tx.queue('RESET ALL'))
    const standing = await db.withDirectory((tx) =>
      tx.run(`SELECT rolname, rolsuper OR rolbypassrls AS powerful, rolcanlogin AS "mayLogIn",
        current_setting('jit') AS jit FROM pg_roles WHERE rolname = current_user`),
    )
    await db.close()
    const role = { rolname: 'sourcebook_app', powerful: false, mayLogIn: isOnCluster() }
    expect(standing).toEqual([{ ...role, jit: 'off' }])
  })

  it('is refused if it may act as the owner of the tables', async () => {
    const database = await emptyDatabase()
    await migrate(database.connection, await folderOf(A_THEN_B))
    const db = new Database({ connection: database.pooled, poolSize: 1 })
    await expect(checkAppRole(db)).resolves.toBeUndefined()
    await query(database, 'ALTER TABLE a OWNER TO sourcebook_app')
    await expect(checkAppRole(db)).rejects.toThrow('may act as the owner of the tables')
    await db.close()
  })

  it('names the SQL to run if the database user may not set it up', async () => {
    const database = await emptyDatabase()
    const { database: name } = database.connection
    const user = `owner_of_${name}`
    await administer(`CREATE ROLE ${user} LOGIN`)
    await administer(`ALTER DATABASE ${name} OWNER TO ${user}`)
    const connection = { ...database.connection, user }
    await expect(migrate(connection, await folderOf(A_THEN_B))).rejects.toThrow(
      `GRANT sourcebook_app TO ${user};`,
    )
    await administer(`GRANT sourcebook_app TO ${user}`)
    expect((await migrate(connection, await folderOf(A_THEN_B))).applied).toHaveLength(2)
    await database.drop()
    await administer(`DROP ROLE ${user}`)
  })
})

it('refuses a file inserted before applied ones', () => {
  const file = (version: number) => ({ version, name: `${version}`, sql: '', sha256: `${version}` })
  expect(() => planMigrations([file(1), file(2), file(3)], [file(1), file(3)])).toThrow(
    'only go forward',
  )
  expect(planMigrations([file(1), file(2), file(3)], [file(1)])).toEqual([file(2), file(3)])
})
