import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discard, temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { killPostgres } from '../../tests/support/postgres/postgres.ts'
import { startProcess } from '../../tests/support/processes/child-process.ts'
import { openDatabase } from '../database/database.ts'
import { canPass } from './account.ts'
import { startEmbedded } from './embedded.ts'
import { isAlive, postmasterPid } from './process.ts'

const log = pino({ level: 'silent' })
const isRoot = process.geteuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }

let base: string
let dataDir: string
const running = () => postmasterPid(join(dataDir, 'pg'))

beforeAll(async () => {
  base = await temporaryDirectory()
  dataDir = join(base, 'data')
})
afterAll(async () => {
  await discard(dataDir)
  await discard(base)
})

async function query(connection: ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}

/** Starts a process that uses the database in `directory`; resolves once the database is up. */
async function holder(directory = dataDir, args: string[] = [], as: object = {}) {
  const child = startProcess(
    'server/tests/support/processes/embedded-process.ts',
    [directory, ...args],
    {},
    as,
  )
  const [line] = await child.waitFor(/^.*"up".*$/m)
  return { ...child, ...(JSON.parse(line) as { adopted: boolean; connection: ClientConfig }) }
}

describe('an embedded database', () => {
  it('is made once if three processes start at once, and stops with the last of them', async () => {
    const holders = await Promise.all([holder(), holder(), holder()])
    expect(holders.filter(({ adopted }) => !adopted)).toHaveLength(1)
    await query(holders[0]!.connection, 'CREATE TABLE kept AS SELECT 1 AS n')
    for (const one of holders) {
      expect(await query(one.connection, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
      one.kill('SIGTERM')
      expect(await one.exited).toEqual({ code: 0, signal: null })
    }
    expect(running()).toBeNull()
    const left = readdirSync(dataDir).filter((name) => !name.startsWith('postgresql-')) // see findBinaries
    expect(left.sort()).toEqual(['pg', 'postgres.log'])
    if (process.platform === 'linux') expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  it('keeps its data, is adopted after its process was killed, and flushes whatever the settings', async () => {
    const killed = await holder()
    expect(killed.adopted).toBe(false)
    killed.kill('SIGKILL')
    await killed.exited
    const before = running()
    expect(before).not.toBeNull()
    const database = await startEmbedded({ dataDir, log })
    expect(database.adopted).toBe(true)
    expect(running()).toBe(before)
    expect(await query(database.connection, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
    const settings = `SELECT string_agg(setting, ' ') AS all FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`
    expect(await query(database.connection, settings)).toEqual([{ all: 'on on on on' }])
    await database.stop()
    expect(running()).toBeNull()
  })

  it.each([
    ['the postmaster', () => process.kill(running()!, 'SIGKILL')],
    ['every process', () => killPostgres(dataDir)],
  ])('comes back by itself when %s is killed', async (_, kill) => {
    const database = await startEmbedded({ dataDir, log })
    const events: string[] = []
    database.events.on('lost', () => events.push('lost'))
    const recovered = new Promise<void>((resolve) => {
      database.events.once('recovered', () => resolve(void events.push('recovered')))
    })
    await query(database.connection, 'UPDATE kept SET n = n + 1')
    const [{ n }] = await query(database.connection, 'SELECT n FROM kept')
    const before = running()
    kill()
    await recovered
    expect(running()).not.toBe(before)
    expect(events).toEqual(['lost', 'recovered'])
    expect(await query(database.connection, 'SELECT n FROM kept')).toEqual([{ n }])
    await database.stop()
    expect(running()).toBeNull()
  })

  it('is restarted for all processes that hold it', async () => {
    const [first, second] = [await holder(), await holder()]
    killPostgres(dataDir)
    await Promise.all([first.waitFor(/recovered/), second.waitFor(/recovered/)])
    first.kill('SIGTERM')
    await first.exited
    expect(await query(second.connection, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    second.kill('SIGTERM')
    await second.exited
    expect(running()).toBeNull()
  })

  it('allows the connections that its users need, or what its configuration says if that is more', async () => {
    const allowed = async (connections: number) => {
      const database = await startEmbedded({ dataDir, log, connections })
      const [{ max_connections }] = await query(database.connection, 'SHOW max_connections')
      await database.stop()
      return max_connections
    }
    expect([await allowed(20), await allowed(130)]).toEqual(['100', '130'])
    const database = await startEmbedded({ dataDir, log })
    await query(database.connection, 'ALTER SYSTEM SET max_connections = 150')
    await database.stop()
    expect(await allowed(130)).toBe('150')
  })

  it('is refused while synchronous_commit is off for the database', async () => {
    const config = {
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReplicaUrls: [],
      dataDir,
      webProcesses: 1,
      poolSize: 2,
    }
    const database = await openDatabase(config, log)
    await query(database.connection, 'ALTER DATABASE sourcebook SET synchronous_commit = off')
    await expect(openDatabase(config, log)).rejects.toThrow('synchronous_commit is off')
    await query(database.connection, 'ALTER DATABASE sourcebook RESET synchronous_commit')
    await openDatabase(config, log).then((again) => again.stop())
    await database.stop()
  })

  it('says what to do about a directory that it cannot use', async () => {
    const other = join(base, 'other')
    mkdirSync(join(other, 'pg', 'something'), { recursive: true })
    await expect(startEmbedded({ dataDir: other, log })).rejects.toThrow('is in the way')
  })
})

describe.skipIf(!isRoot)('its user, when root runs the tests', () => {
  it('is unprivileged if root starts it', async () => {
    const database = await startEmbedded({ dataDir, log })
    expect(statSync(`/proc/${running()}`).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'pg')).mode & 0o777).toBe(0o700)
    await database.stop()
  })

  const reachable = isRoot && canPass(dirname(process.execPath), NOBODY)
  it.skipIf(!reachable)(
    'is the ordinary user who starts it, also over a loopback port, and after a crash',
    async () => {
      const directory = join(base, 'nobody')
      mkdirSync(directory)
      chownSync(directory, NOBODY.uid, NOBODY.gid)
      const { connection, pid, ...child } = await holder(directory, ['tcp'], NOBODY)
      expect(connection).toMatchObject({ host: '127.0.0.1', password: expect.any(String) })
      expect(statSync(join(directory, 'pg')).uid).toBe(NOBODY.uid)
      expect(await query(connection, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
      const wrong = query({ ...connection, password: 'guess' }, 'SELECT 1')
      await expect(wrong).rejects.toThrow('password authentication failed')
      child.kill('SIGTERM')
      await child.exited
      expect(isAlive(pid)).toBe(false)
      // A crash left its lock file, and another process has since been given that number, as in a restarted
      // container.
      const other = spawn('sleep', ['60'], NOBODY)
      writeFileSync(join(directory, 'pg', 'postmaster.pid'), `${other.pid}\n${directory}\n1\n1\n`)
      const again = await holder(directory, ['tcp'], NOBODY)
      expect(again.adopted).toBe(false)
      other.kill()
      again.kill('SIGTERM')
      await again.exited
    },
  )

  it('reaches a long path under a home that only root can enter', async () => {
    const home = await temporaryDirectory(tmpdir())
    chmodSync(home, 0o700)
    const directory = join(home, 'a'.repeat(100))
    const database = await startEmbedded({ dataDir: directory, log })
    expect(await query(database.connection, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    const again = await startEmbedded({ dataDir: directory, log })
    expect(again.adopted).toBe(true)
    await database.stop()
    await again.stop()
    expect(postmasterPid(join(directory, 'pg'))).toBeNull()
    await discard(home)
  })
})
