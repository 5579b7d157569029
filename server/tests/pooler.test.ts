// Behind a connection pooler, the service works as it does without one, or does not start.
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { Database } from '../platform/database/db.ts'
import { signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { type Pooler, type PoolerOptions, startPooler } from './support/postgres/pooler.ts'
import { runProcess } from './support/processes/child-process.ts'
import { startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let directory: string
const poolers: Pooler[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  directory = await temporaryDirectory()
})
afterAll(async () => {
  for (const pooler of poolers) await pooler.close()
  await database.drop()
  await discard(directory)
})

async function pooled(options: PoolerOptions): Promise<Pooler> {
  const pooler = await startPooler(database.connection, options)
  poolers.push(pooler)
  return pooler
}

const command = (words: string, databaseUrl: string, directUrl = '') =>
  runProcess('bin/sourcebook.mjs', words.split(' '), {
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    DATA_DIR: directory,
    LOG_LEVEL: 'fatal',
    PORT: '0',
  })

const STANDING = `
  SELECT current_user AS role, current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone`

describe.each(['refused', 'dropped'] as const)(
  'behind a pooler in session mode, where startup options are %s,',
  (options) => {
    it('every transaction has the role of requests and the limits of time', async () => {
      const { connection } = await pooled({ mode: 'session', options })
      const db = new Database({ connection, poolSize: 2 })
      const standings = () =>
        Promise.all([1, 2].map(() => db.withDirectory((tx) => tx.run(STANDING))))
      const right = { role: 'sourcebook_app', statement: '25s', idle: '1min', zone: 'UTC' }
      expect((await standings()).flat()).toEqual([right, right])
      const refused = db.withDirectory((tx) => tx.run('DELETE FROM events'))
      await expect(refused).rejects.toMatchObject({ code: '42501' })
      await db.close()
    })
  },
)

it('the commands work behind a pooler in session mode', async () => {
  const { url } = await pooled({ mode: 'session', options: 'refused' })
  const file = join(directory, 'desk.backup')
  const [doctor, migrate, backup] = await Promise.all(
    ['doctor', 'migrate', `backup ${file}`].map((words) => command(words, url)),
  )
  expect(doctor).toMatchObject({ code: 0, stderr: '' })
  expect(migrate).toMatchObject({ code: 0, stdout: 'Up to date.\n' })
  expect(backup).toMatchObject({ code: 0 })
  const empty = await createTestDatabase('empty')
  const other = await startPooler(empty.connection, { mode: 'session', options: 'refused' })
  expect(await command(`restore ${file}`, other.url)).toMatchObject({ code: 0 })
  await other.close()
  await empty.drop()
})

it('serves behind a pooler in session mode', async () => {
  const { url } = await pooled({ mode: 'session', options: 'refused' })
  const server = await startServerProcess({ env: { DATABASE_URL: url, DATA_DIR: directory } })
  const { api } = await signUp(server)
  expect((await api('POST', '/v1/boards', { body: { name: 'Leads' } })).status).toBe(201)
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

describe('behind a pooler in transaction mode that keeps prepared statements', () => {
  const options = { mode: 'transaction', options: 'dropped', statements: 'followed' } as const

  it('every transaction has the role of requests and the limits of time, on whatever connection', async () => {
    const { connection } = await pooled(options)
    const db = new Database({ connection, poolSize: 4 })
    const owner = new pg.Client(connection)
    await owner.connect()
    for (let n = 0; n < 5; n++) {
      await owner.query('RESET ALL; RESET ROLE')
      const standings = [1, 2, 3, 4].map(() => db.withDirectory((tx) => tx.run(STANDING)))
      const right = { role: 'sourcebook_app', statement: '25s', idle: '1min', zone: 'UTC' }
      expect((await Promise.all(standings)).flat()).toEqual([right, right, right, right])
      // Nothing of it stays for whoever gets the connection next.
      expect((await owner.query(STANDING)).rows).toEqual([
        expect.objectContaining({ role: 'postgres', statement: '0' }),
      ])
    }
    await owner.end()
    await db.close()
  })

  it('it serves, and the commands work, with the direct address beside', async () => {
    const pooler = await pooled(options)
    const { url } = pooler
    const [doctor, migrate, backup] = await Promise.all(
      ['doctor', 'migrate', `backup ${join(directory, 'lent.backup')}`].map((words) =>
        command(words, url, database.url),
      ),
    )
    expect(doctor).toMatchObject({ code: 0, stderr: '' })
    expect(doctor!.stdout).toMatch(/^ok {4}DATABASE_URL leads through a pooler that shares conn/m)
    expect(doctor!.stdout).toMatch(/^ok {4}the server allows 400 .* and up to 28 go past the/m)
    expect(migrate).toMatchObject({ code: 0, stdout: 'Up to date.\n' })
    expect(backup).toMatchObject({ code: 0 })
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: database.url, DATA_DIR: directory }
    const server = await startServerProcess({ env: { ...env, SIGNUP: 'open' } })
    const { api } = await signUp(server)
    const boards = [1, 2, 3, 4, 5, 6].map((n) =>
      api('POST', '/v1/boards', { body: { name: `Board ${n}` } }),
    )
    expect((await Promise.all(boards)).map(({ status }) => status)).toEqual(Array(6).fill(201))
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    await pooler.close()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})

describe('doctor, with DATABASE_DIRECT_URL,', () => {
  const lent = { mode: 'transaction', options: 'dropped' } as const

  it('says that it leads to the pooler too', async () => {
    const { url } = await pooled(lent)
    const { code, stdout } = await command('doctor', url, url)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}DATABASE_DIRECT_URL leads to a pooler too/m)
  })

  it('says that it leads to another database', async () => {
    const { url } = await pooled(lent)
    const other = await createTestDatabase('empty')
    const { code, stdout } = await command('doctor', url, other.url)
    await other.drop()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}DATABASE_URL and DATABASE_DIRECT_URL lead to two different/m)
  })

  it('says that the pooler loses prepared statements', async () => {
    const { url } = await pooled(lent)
    const { code, stdout } = await command('doctor', url, database.url)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}The pooler .* loses prepared statements: .* 1\.21 or later/m)
  })

  it('says that it is not needed for a pooler in session mode', async () => {
    const { url } = await pooled({ mode: 'session', options: 'dropped' })
    const { code, stdout } = await command('doctor', url, database.url)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok {4}.* lead to the same database; .* DATABASE_URL alone would do$/m)
  })
})

describe('behind a pooler that gives a connection for a transaction only', () => {
  it.concurrent.each(['doctor', 'web', 'worker', 'migrate', 'backup nowhere'])(
    '%s says what to change, and does nothing',
    async (words) => {
      const { url } = await pooled({ mode: 'transaction', options: 'dropped' })
      const { code, stdout, stderr } = await command(words, url)
      expect(code).toBe(1)
      expect(stdout + stderr).toMatch(
        /shares its connections.+set DATABASE_DIRECT_URL .+pool_mode = session/,
      )
      expect(stdout).not.toContain('ready')
      expect(stdout + stderr).not.toMatch(/^ {4}at /m)
    },
  )

  it('what was started before still has the role of requests', async () => {
    const { connection } = await pooled({ mode: 'transaction', options: 'dropped' })
    const owner = new pg.Client(connection)
    await owner.connect()
    await owner.query('RESET ROLE') // on the one connection that all share
    const db = new Database({ connection, poolSize: 1 })
    for (let n = 0; n < 3; n++) {
      await owner.query('RESET ROLE')
      expect(await db.withDirectory((tx) => tx.run('SELECT current_user AS role'))).toEqual([
        { role: 'sourcebook_app' },
      ])
    }
    expect((await owner.query('SELECT current_user AS role')).rows).not.toEqual([
      { role: 'sourcebook_app' },
    ])
    await owner.end()
    await db.close()
  })
})

it('says whose startup parameter it is that a pooler refuses', async () => {
  const { url } = await pooled({ mode: 'session', options: 'refused' })
  const databaseUrl = `${url}&options=-c%20work_mem=5MB`
  const opening = openDatabase(
    {
      databaseUrl,
      databaseDirectUrl: null,
      databaseReplicaUrls: [],
      dataDir: directory,
      webProcesses: 1,
      poolSize: 2,
    },
    pino({ level: 'silent' }),
  )
  await expect(opening).rejects.toThrow(/unsupported startup parameter.+remove "options" from/)
})
