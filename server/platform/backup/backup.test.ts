import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import pg, { type Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../tests/support/desks/fixtures.ts'
import { discard, temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import {
  administer,
  createPlainDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../tests/support/postgres/database.ts'
import { asOwner } from '../../tests/support/postgres/postgres.ts'
import { SECRET_KEY, startService, type TestService } from '../../tests/support/service/service.ts'
import { MIGRATIONS } from '../database/migrate.ts'
import { readMigrations } from '../database/migration-files.ts'
import { renderSchema } from '../database/schema-dump.ts'
import type { ExpectedError } from '../expected-error.ts'
import { diskFiles } from '../files/file-store.ts'
import { openArchive, toFile } from './archive.ts'
import { type BackupSource, takeBackup } from './backup.ts'
import { openBackup } from './backup-file.ts'
import { copyDatabase } from './database-copy.ts'
import { fillDatabase } from './filling.ts'
import { fileEntry, MANIFEST, type Manifest, SECRET, tableEntry } from './manifest.ts'
import { type RestoreTarget, restoreBackup } from './restore.ts'
import { withSession } from './session.ts'
import { withSnapshot } from './snapshot.ts'
import type { FilesOptions } from './stored-files.ts'
import { Tally } from './tally.ts'

let service: TestService
let desk: Desk
let directory: string
let nth = 0
const fresh = () => join(directory, `${++nth}`)
const made: TestDatabase[] = []

beforeAll(async () => {
  directory = await temporaryDirectory()
  service = await startService()
  desk = await makeDesk(service)
  const other = await makeDesk(service)
  for (const { tokens } of [desk, other]) {
    const columns = [
      { name: 'Name', type: 'text', unique: true },
      { name: 'Amount', type: 'currency' },
    ]
    const board = await makeBoard(service, tokens.owner, columns)
    const rows = ['tab\tand\nnewline', 'back\\slash', '\\N', 'Ünï ☃ "quoted"', ''].map((name) => ({
      cells: { name, amount: 12.5 },
    }))
    const token = board.secret
    const written = await service.api('POST', '/v1/ingest/rows', { token, body: { rows } })
    expect(written.status, written.text).toBe(201)
  }
  await upload('a file')
})
afterAll(async () => {
  for (const database of made) await database.drop()
  await service.stop()
  await discard(directory)
})

async function upload(text: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([text], 'paper.txt', { type: 'text/plain' }))
  const answer = await service.api('POST', '/v1/files', { token: desk.tokens.owner, body: form })
  const [row] = await service.sql('SELECT store_key FROM files WHERE id = $1', [
    answer.body.data.id,
  ])
  return row.store_key
}

const listFiles = async (client: Client) =>
  (await client.query('SELECT store_key AS key, sha256 FROM files ORDER BY id')).rows
const say = () => {}

async function take(
  more: Partial<BackupSource & FilesOptions & { path: string; force: boolean }> = {},
): Promise<{ path: string; manifest: Manifest }> {
  const { connection, files } = service
  const { path, force, ...options } = {
    path: fresh(),
    force: false,
    skipMissing: false,
    say,
    ...more,
  }
  const source = { connection, files, listFiles, secretKey: SECRET_KEY, carriesKey: false }
  return {
    path,
    manifest: await takeBackup({ ...source, version: '0', ...more }, toFile(path, force), options),
  }
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('empty')
  made.push(database)
  return database
}

/** Restores into a database and a directory of files, and returns both. */
async function restore(path: string, more: Partial<RestoreTarget> = {}) {
  const folder = fresh()
  const connection = more.connection ?? (await emptyDatabase()).connection
  const target = {
    connection,
    files: diskFiles(folder),
    folder: MIGRATIONS,
    say,
    begin: async () => {},
    settle: async () => {},
    ...more,
  }
  const backup = await openBackup(
    path,
    await openArchive(path),
    await readMigrations(target.folder),
  )
  try {
    const left = await restoreBackup(backup, target)
    return { ...target, left }
  } finally {
    backup.archive.close()
  }
}

/** Runs the checks that come before a restore writes anything. */
async function check(path: string): Promise<void> {
  const backup = await openBackup(path, await openArchive(path), await readMigrations(MIGRATIONS))
  await backup.check().finally(() => backup.archive.close())
}

const tablesIn = (connection: ClientConfig): Promise<string[]> =>
  asOwner(connection, async (sql) =>
    (await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).map(
      ({ tablename }) => tablename,
    ),
  )
const sums = ({ tables }: Manifest, what: 'sha256' | 'lines' = 'sha256') =>
  Object.fromEntries(tables.map((table) => [table.name, table[what]]))
const refusal = (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => 'nothing was refused',
    (error: ExpectedError) => {
      if (error.name !== 'ExpectedError' && error.name !== 'MigrationError') throw error
      return error.message
    },
  )

async function schemaOf(connection: ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  return renderSchema(client).finally(() => client.end())
}

describe('a restore', () => {
  test('leaves nothing if it fails; repeated, it gives every table to the byte, every file, and the schema', async () => {
    await service.sql('CREATE TABLE mine (id int)')
    const { path, manifest } = await take()
    await service.sql('DROP TABLE mine')
    await check(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const migrations = (await readMigrations(MIGRATIONS)).length
    expect(sums(manifest, 'lines')).toMatchObject({
      rows: 10,
      files: 1,
      schema_migrations: migrations,
    })
    const { connection } = await emptyDatabase()
    const settle = () => Promise.reject(new Error('killed'))
    await expect(restore(path, { connection, settle })).rejects.toThrow('killed')
    expect(await tablesIn(connection)).toEqual([])
    const restored = await restore(path, { connection })
    const again = await take(restored)
    expect(restored.left).toEqual(['mine'])
    expect({ ...sums(again.manifest), mine: expect.anything() }).toEqual(sums(manifest))
    expect(again.manifest.files).toEqual(manifest.files)
    expect(manifest.files).toHaveLength(1)
    const withoutBase = (schema: string) => schema.replace(/(event_base[^;]*RETURN )[^;]*/, '$1')
    const plain = await createPlainDatabase()
    made.push(plain)
    expect(withoutBase(await schemaOf(restored.connection))).toBe(
      withoutBase(await schemaOf(plain.connection)),
    )
    // A database from before there were backups.
    await asOwner(connection, (sql) => sql('DROP FUNCTION event_horizon'))
    expect(await refusal(take(restored))).toContain('sourcebook migrate')
  })

  test('is migrated on if the backup has an older version', async () => {
    const { path } = await take()
    const folder = pathToFileURL(`${fresh()}/`)
    await mkdir(folder)
    for (const { name, sql } of await readMigrations(MIGRATIONS)) {
      await writeFile(new URL(name, folder), sql)
    }
    await writeFile(
      new URL('9999_more.sql', folder),
      'ALTER TABLE rows ADD COLUMN more int DEFAULT 7',
    )
    const { connection } = await restore(path, { folder })
    await asOwner(connection, async (sql) => {
      expect(await sql('SELECT sum(more)::int AS sum FROM rows')).toEqual([{ sum: 70 }])
      expect(await sql('SELECT max(version) AS last FROM schema_migrations')).toEqual([
        { last: 9999 },
      ])
    })
    // A backup with a migration that this release does not have.
    const newer = (await take({ connection })).path
    expect(
      await refusal(openBackup(newer, await openArchive(newer), await readMigrations(MIGRATIONS))),
    ).toContain('is newer')
  })

  test('is the same for an owner that row-level security binds, in every workspace', async () => {
    const role = `owner_${randomBytes(4).toString('hex')}`
    await administer(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD 'a password'`)
    await administer(`GRANT sourcebook_app TO ${role}`)
    try {
      const target = await emptyDatabase()
      await administer(`ALTER DATABASE ${target.connection.database} OWNER TO ${role}`)
      const bound = { ...target.connection, user: role, password: 'a password' }
      const { path, manifest } = await take()
      const restored = await restore(path, { connection: bound })
      const again = await take({ ...restored, connection: bound })
      expect(sums(again.manifest, 'lines')).toEqual(sums(manifest, 'lines'))
      expect(await asOwner(bound, (sql) => sql('SELECT FROM rows'))).toEqual([])
    } finally {
      for (const database of made) await database.drop()
      await administer(`DROP ROLE ${role}`)
    }
  })

  test('needs an empty database: another one is refused, and left as it was', async () => {
    const { path } = await take()
    const { connection } = await emptyDatabase()
    await asOwner(connection, (sql) => sql('CREATE TABLE mine (id int)'))
    const folder = fresh()
    const files = diskFiles(folder)
    const begin = () => Promise.reject(new Error('begun'))
    expect(await refusal(restore(path, { connection, files, begin }))).toMatch(
      /is not empty \(it has 1 tables\).*Set DATA_DIR/,
    )
    expect(await tablesIn(connection)).toEqual(['mine'])
    expect(await stat(folder).catch(() => null)).toBeNull()
  })
})

describe('an incomplete file', () => {
  test('is refused wherever it is damaged', async () => {
    const { path, manifest } = await take({ carriesKey: true })
    const bytes = await readFile(path)
    const tables = manifest.tables.filter(({ lines }) => lines > 0).map(({ name }) => name)
    const names = [...tables.map(tableEntry), fileEntry(manifest.files[0]!.key), MANIFEST, SECRET]
    expect(names.length).toBeGreaterThan(12)
    const other = fresh()
    for (const name of names) {
      const spoilt = Buffer.from(bytes)
      // Where the name occurs first, the entry's data follows it.
      spoilt[bytes.indexOf(name) + name.length + 3]! ^= 1
      await writeFile(other, spoilt)
      expect(await refusal(check(other)), name).toMatch(/is damaged or is not a backup/)
    }
  })

  test('is refused wherever it ends', async () => {
    const { path } = await take()
    for (let size = (await stat(path)).size - 1; size > 0; size = Math.floor(size * 0.6)) {
      await truncate(path, size)
      expect(await refusal(check(path))).toMatch(/is damaged or is not a backup/)
    }
    expect(await refusal(check(fresh()))).toMatch(/cannot be read: ENOENT/)
  })

  test('is never left at the place of the backup', async () => {
    const path = fresh()
    const listing = () => Promise.reject(new Error('the line broke'))
    await expect(take({ path, listFiles: listing })).rejects.toThrow('the line broke')
    await writeFile(path, 'mine')
    expect(await refusal(take({ path }))).toMatch(/exists: name another file.*--force/)
    expect(await readFile(path, 'utf8')).toBe('mine')
    const other = join(fresh(), 'backup')
    expect(await refusal(take({ path: other }))).toMatch(/cannot be written: ENOENT/)
    await take({ path, force: true })
    expect((await openArchive(path)).has(MANIFEST)).toBe(true)
    expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a file missing from the store', () => {
  test('does not matter if it was purged meanwhile, and otherwise refuses the backup by default', async () => {
    const key = await upload('soon gone')
    await service.files.delete(key)
    expect(await refusal(take())).toMatch(
      /^1 files are missing from the file store.*--skip-missing-files/,
    )
    expect((await take({ skipMissing: true })).manifest.missing).toEqual([key])

    // The row of the file is deleted right after the snapshot.
    const purging = async (client: Client) => {
      const listed = await listFiles(client)
      await service.sql('DELETE FROM files WHERE store_key = $1', [key])
      return listed
    }
    expect((await take({ listFiles: purging })).manifest.missing).toEqual([key])
  })

  test('and one with other bytes is refused as well', async () => {
    const key = await upload('as it was')
    await service.files.put([Buffer.from('as it is')] as never, 100, { key })
    expect(await refusal(take())).toContain(key)
    await service.sql('DELETE FROM files WHERE store_key = $1', [key])
  })
})

test('a database without our tables cannot be backed up', async () => {
  const { connection } = await emptyDatabase()
  expect(await refusal(take({ connection }))).toContain("holds nothing of Sourcebook's")
})

describe('a copy in another database', () => {
  test('has the same rows, and numbers events further up', async () => {
    const { connection } = await emptyDatabase()
    const { tables, left } = await copyDatabase(service.connection, connection, {
      folder: MIGRATIONS,
      say,
      settle: async () => {},
    })
    expect(left).toEqual([])
    const [{ horizon }] = await service.sql('SELECT event_horizon()::text AS horizon')
    const [{ base }] = await asOwner(connection, (sql) => sql('SELECT event_base()::text AS base'))
    expect(BigInt(base)).toBeGreaterThan(BigInt(horizon))
    const rowsOf = (from: ClientConfig) =>
      asOwner(from, (sql) => sql('SELECT * FROM rows ORDER BY id'))
    expect(await rowsOf(connection)).toEqual(await rowsOf(service.connection))
    expect(tables.length).toBe((await tablesIn(connection)).length)
  })

  test('is refused if what is read there is not what was sent', async () => {
    const { connection } = await emptyDatabase()
    const migrations = await readMigrations(MIGRATIONS)
    const copying = withSnapshot(service.connection, (snapshot) => {
      const pour = async (name: string, into: NodeJS.WritableStream) => {
        const tally = new Tally()
        const table = snapshot.tables.find((one) => one.name === name)!
        await pipeline(tally.watch(snapshot.rowsOf(table)), into)
        return { ...tally.sum(), ...(name === 'rows' ? { sha256: 'of something else' } : {}) }
      }
      const { tables } = snapshot
      const filling = { takenAt: new Date(), eventHorizon: 0n, migrations, tables, pour }
      return withSession(connection, (client) =>
        fillDatabase(client, filling, { say, settle: async () => {}, isProven: true }),
      )
    })
    await expect(copying).rejects.toThrow('The table rows is not the same when it is read')
    expect(await tablesIn(connection)).toEqual([])
  })
})
