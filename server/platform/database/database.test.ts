import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administer,
  createTestDatabase,
  type TestDatabase,
} from '../../tests/support/postgres/database.ts'
import { ConfigError } from '../config.ts'
import { connectAsApp, openDatabase } from './database.ts'
import { faultsOf } from './database-check.ts'

const log = pino({ level: 'silent' })
const open = (databaseUrl: string) =>
  openDatabase(
    {
      databaseUrl,
      databaseDirectUrl: null,
      databaseReplicaUrls: [],
      dataDir: '/nowhere',
      webProcesses: 1,
      poolSize: 2,
    },
    log,
  )

describe('an external database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('is reached by its URL, including options, and as the app', async () => {
    const { connection, stop } = await open(`${database.url}&options=-c%20work_mem=5MB`)
    const client = await connectAsApp(connection)
    const { rows } = await client.query(`
      SELECT current_database() AS name, current_user AS role, current_setting('work_mem') AS work_mem`)
    await client.end()
    await stop()
    const name = database.connection.database
    expect(rows).toEqual([{ name, role: 'sourcebook_app', work_mem: '5MB' }])
  })

  it.each(['DATABASE', 'ROLE'])(
    'is refused while synchronous_commit is off by ALTER %s',
    async (kind) => {
      const name = database.connection.database // also of a role of its own
      const url = database.url.replace('postgres@', `${name}@`)
      await administer(`CREATE ROLE ${name} LOGIN`)
      try {
        await administer(`ALTER ${kind} ${name} SET synchronous_commit = off`)
        await expect(open(url)).rejects.toThrow('- synchronous_commit is off')
        await administer(`ALTER ${kind} ${name} RESET synchronous_commit`)
        await expect(open(url)).resolves.toBeDefined()
      } finally {
        await administer(`DROP ROLE ${name}`)
      }
    },
  )

  it('is named without its password if it cannot be reached', async () => {
    const url = database.url.replace('postgres@', 'postgres:hunter2@').replace('/test_', '/gone_')
    const error = await open(url).catch((reason: Error) => reason)
    expect(String(error)).toMatch(/database gone_\w+ cannot be reached: .* does not exist/)
    expect(String(error)).not.toContain('hunter2')
  })

  it('is refused as a setting if the URL cannot be read', async () => {
    await expect(open('postgres://host:port:port/x')).rejects.toThrow(ConfigError)
  })
})

describe('faultsOf', () => {
  const sound = {
    version: 150_000,
    version_text: '15.0',
    encoding: 'UTF8',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  }

  it.each(['on', 'local', 'remote_write', 'remote_apply'])(
    'accepts synchronous_commit %s',
    (mode) => {
      expect(faultsOf({ ...sound, synchronous_commit: mode })).toEqual([])
    },
  )

  it.each([
    [{ version: 140_010, version_text: '14.10' }, 'it is PostgreSQL 14.10; 15 or later'],
    [{ encoding: 'SQL_ASCII' }, 'its encoding is SQL_ASCII'],
    [{ fsync: 'off' }, 'fsync is off'],
    [{ full_page_writes: 'off' }, 'full_page_writes is off'],
  ])('names %o', (wrong, fault) => {
    expect(faultsOf({ ...sound, ...wrong })).toEqual([expect.stringContaining(fault)])
  })
})
