// DATABASE_REPLICA_URLS: a standby serves what only reads, and nobody ever sees less there than on the primary.
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Tx } from '../platform/database/tx.ts'
import { listen, until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { join, type Person, signUp } from './support/desks/people.ts'
import { PATIENCE_MS } from './support/machine/patience.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startPair } from './support/postgres/standby.ts'
import { runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let pair: Awaited<ReturnType<typeof startPair>>
let env: Record<string, string>
let server: ServerProcess
let owner: Person
let board: Awaited<ReturnType<typeof makeBoard>>
const databases: Database[] = []

/** Conflicts between reads and the replay are the reads' loss, at once. */
beforeAll(async () => {
  pair = await startPair({ standby: { max_standby_streaming_delay: '0' } })
  await migrate(pair.connections[0])
  const [primary, standby] = pair.places.map((place) => `postgres://postgres@${place}/sourcebook`)
  env = {
    DATABASE_URL: primary!,
    // Nobody listens at the second.
    DATABASE_REPLICA_URLS: `${standby}, postgres://postgres@127.0.0.1:1/sourcebook`,
    REPLICA_WAIT_MS: '2000',
    DATA_DIR: pair.directory,
    SECRET_KEY: 'only-for-tests-only-for-tests-only',
    LOG_LEVEL: 'fatal',
    WEB_PROCESSES: '2',
    RATE_LIMIT_INGEST: '1000000',
  }
  server = await startServerProcess({ env })
  owner = await signUp(server)
  board = await makeBoard(server, owner.token, [{ name: 'Name', type: 'text' }])
})
afterAll(async () => {
  await server?.stop()
  for (const db of databases) await db.close()
  await pair?.stop()
})

const onPrimary = <T = never>(text: string): Promise<T[]> =>
  asOwner(pair.connections[0], (sql) => sql(text))
const onStandby = <T = never>(text: string): Promise<T[]> =>
  asOwner(pair.connections[1], (sql) => sql(text))

/** A sample of /metrics: its value by its labels. */
async function measured(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const samples = text.matchAll(new RegExp(`^${name}\\{\\w+="([^"]*)"[^}]*\\} (\\S+)$`, 'gm'))
  return Object.fromEntries([...samples].map(([, label, value]) => [label, Number(value)]))
}
const reads = async (): Promise<number> =>
  (await measured('sourcebook_replica_reads_total'))[pair.places[1]] ?? 0
const usable = () =>
  until(
    async () => (await measured('sourcebook_replica_usable'))[pair.places[1]] === 1,
    'the standby to serve reads',
  )

const write = async (name: string): Promise<void> => {
  const { status } = await server.api('POST', '/v1/ingest/rows', {
    token: board.secret,
    body: { cells: { name } },
  })
  expect(status).toBe(201)
}
const list = (person: Person) =>
  server.api('GET', `/v1/boards/${board.id}/rows?count=true&limit=1`, { token: person.token })
const countOf = async (person: Person): Promise<number> => (await list(person)).body.total

/** A database as the service opens it, with the standby as its replica unless another place is named. */
async function openDatabase(waitMs: number, at = pair.connections[1]): Promise<Database> {
  const db = new Database({
    connection: pair.connections[0],
    poolSize: 4,
    replicas: {
      primary: pair.connections[0],
      connections: [at],
      waitMs,
      log: pino({ level: 'silent' }),
    },
  })
  databases.push(db)
  return db
}
const isServing = (db: Database) => until(() => db.replicas[0]!.isUsable, 'the replica')
const WHERE = 'SELECT pg_is_in_recovery() AS "onStandby"'
const scope = () => ({ workspaceId: owner.workspaceId })

describe('while the standby keeps up', () => {
  it('lists and exports are read there, and nothing of them on the primary', async () => {
    await usable()
    const scans = async (on: typeof onPrimary) => {
      const [row] = await on<{ scans: number }>(
        "SELECT (seq_scan + coalesce(idx_scan, 0))::int AS scans FROM pg_stat_user_tables WHERE relname = 'rows'",
      )
      return row!.scans
    }
    await write('first')
    const before = { reads: await reads(), there: await scans(onStandby) }
    const here = await scans(onPrimary)
    for (let i = 0; i < 10; i++) expect((await list(owner)).status).toBe(200)
    const file = await server.api('GET', `/v1/boards/${board.id}/export?format=csv`, {
      token: owner.token,
    })
    expect(file.status).toBe(200)
    await until(async () => (await reads()) >= before.reads + 11, 'the reads to be counted')
    // PostgreSQL counts what a connection did when it is used again.
    await until(async () => {
      await list(owner)
      return (await scans(onStandby)) >= before.there + 11
    }, 'the scans')
    expect(await scans(onPrimary)).toBeLessThanOrEqual(here + 1) // the row that was written
  })

  it('row-level security binds what is read there', async () => {
    const db = await openDatabase(PATIENCE_MS)
    await isServing(db)
    const seen = (workspaceId: string) =>
      db.readWorkspace({ workspaceId }, async (tx) => {
        const [row] = await tx.run(
          `SELECT current_user AS role, pg_is_in_recovery() AS "onStandby",
             (SELECT count(*) FROM definitions) > 0 AS some`,
        )
        return row
      })
    const bound = { role: 'sourcebook_app', onStandby: true }
    expect(await seen(owner.workspaceId)).toEqual({ ...bound, some: true })
    expect(await seen('00000000-0000-0000-0000-000000000000')).toEqual({ ...bound, some: false })
  })

  it('a transaction that writes after all is run again on the primary', async () => {
    const db = await openDatabase(PATIENCE_MS)
    await isServing(db)
    const places: unknown[] = []
    await db.readWorkspace(scope(), async (tx) => {
      places.push((await tx.run<{ onStandby: boolean }>(WHERE))[0]!.onStandby)
      await tx.run('DELETE FROM seats WHERE false')
    })
    expect(places).toEqual([true, false])
    expect(db.fallbacks).toEqual({ unfit: 0, behind: 0, failed: 1 })
  })
})

describe('a standby that is held up', () => {
  it('shows nobody an old state: neither who wrote, nor who was told', async () => {
    const other = await join(server, owner, 'admin')
    const feed = await listen(server.url, '/v1/events/stream', { token: other.token })
    let stored = await countOf(owner)
    let isOver = false
    const holdUps = (async () => {
      while (!isOver) {
        await onStandby('SELECT pg_wal_replay_pause()')
        await sleep(40)
        await onStandby('SELECT pg_wal_replay_resume()')
        await sleep(40)
      }
    })()
    try {
      for (let i = 0; i < 24; i++) {
        const before = feed.events.length
        await write(`row ${i}`)
        stored++
        expect(await countOf(owner)).toBe(stored)
        if (i % 8 === 0) await until(() => feed.events.length > before, 'the event')
        expect(await countOf(other)).toBe(stored)
      }
    } finally {
      isOver = true
      await holdUps
      feed.close()
    }
  })

  it('is waited for as long as the setting says, and then the primary is read until it has caught up', async () => {
    const db = await openDatabase(500)
    await isServing(db)
    const where = () =>
      db.readWorkspace(scope(), async (tx: Tx) => {
        const [row] = await tx.run(`SELECT pg_is_in_recovery() AS "onStandby", count(*) FROM rows`)
        return row
      })
    // A busy standby may itself be behind for a moment.
    const fromStandby = async () => {
      let row: Awaited<ReturnType<typeof where>>
      await until(async () => {
        row = await where()
        return row!.onStandby === true
      }, 'the standby to be read')
      return row
    }
    const before = await fromStandby()
    await onStandby('SELECT pg_wal_replay_pause()')
    try {
      await write('unseen there')
      const after = { onStandby: false, count: Number(before!.count) + 1 }
      expect(await where()).toEqual(after)
      // The control: this is what a read would have seen that did not ask how far the standby is.
      const [there] = await onStandby<{ count: string }>('SELECT count(*) FROM rows')
      expect(Number(there!.count)).toBe(after.count - 1)
      expect(db.replicas[0]).toMatchObject({ isUsable: false, fault: null })
      expect(await where()).toEqual(after)
    } finally {
      await onStandby('SELECT pg_wal_replay_resume()')
    }
    await fromStandby()
  })
})

it('a read that conflicts with what the standby has to replay is run again on the primary', async () => {
  const db = await openDatabase(PATIENCE_MS)
  await isServing(db)
  await onPrimary('CREATE TABLE IF NOT EXISTS passing AS SELECT 1 AS one')
  await onPrimary('GRANT SELECT ON passing TO sourcebook_app')
  const places: unknown[] = []
  await db.readWorkspace(scope(), async (tx) => {
    const [at] = await tx.run<{ onStandby: boolean }>(`${WHERE} FROM passing`)
    places.push(at!.onStandby)
    // The replay of this needs the table that this transaction has read, and does not wait for it.
    if (at!.onStandby) {
      await onPrimary('ALTER TABLE passing ADD two int')
      await tx.run('SELECT pg_sleep(20)')
    }
  })
  expect(places).toEqual([true, false])
})

it('doctor knows the standby, its lag and its settings, and what is wrong with the other', async () => {
  await usable()
  const { code, stdout } = await runProcess('bin/sourcebook.mjs', ['doctor'], {
    ...env,
    REPLICA_WAIT_MS: '20000',
  })
  expect(stdout).toMatch(
    new RegExp(
      `^ok {4}the replica at ${pair.places[1]} is a standby of this primary, \\d+ bytes behind \\(hot_standby_feedback = off, max_standby_streaming_delay = 0\\)$`,
      'm',
    ),
  )
  expect(stdout).toMatch(/^FAIL {2}no reads go to the replica at 127\.0\.0\.1:1: .*ECONNREFUSED/m)
  expect(code).toBe(1)
})

it('a server that takes writes itself is no replica', async () => {
  const db = await openDatabase(PATIENCE_MS, pair.connections[0])
  await until(() => /no standby/.test(db.replicas[0]!.fault ?? ''), 'it to be refused')
  const [row] = await db.readWorkspace(scope(), (tx) => tx.run(WHERE))
  expect(row).toEqual({ onStandby: false })
})

describe('under readers,', () => {
  /** Reads until what is done has been done. @returns every status that was answered */
  async function statusesWhile(act: () => Promise<void>): Promise<Set<number>> {
    const statuses = new Set<number>()
    let isOver = false
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await list(owner)).status)
    })
    await act().finally(() => {
      isOver = true
    })
    await Promise.all(readers)
    return statuses
  }

  it('a standby that is killed costs nobody an answer, and serves again once it is back', async () => {
    await usable()
    const db = await openDatabase(PATIENCE_MS)
    await isServing(db)
    const answered = await statusesWhile(async () => {
      const before = await reads()
      await until(async () => (await reads()) > before, 'reads there')
      const places: unknown[] = []
      await db.readWorkspace(scope(), async (tx) => {
        const [at] = await tx.run<{ onStandby: boolean }>(WHERE)
        places.push(at!.onStandby)
        if (at!.onStandby) pair.standby.kill()
        await tx.run('SELECT pg_sleep(0.1)')
      })
      expect(places).toEqual([true, false])
      await until(
        async () => (await measured('sourcebook_replica_usable'))[pair.places[1]] === 0,
        'its loss to be noticed',
      )
      pair.standby = await pair.start('standby')
      const after = await reads()
      await until(async () => (await reads()) > after, 'reads there again')
    })
    expect([...answered]).toEqual([200])
  })

  it('a standby that is promoted is not read any more', async () => {
    const db = await openDatabase(PATIENCE_MS)
    await isServing(db)
    const answered = await statusesWhile(async () => {
      await onStandby('SELECT pg_promote()')
      await onStandby('DELETE FROM rows')
      const { body } = await list(owner)
      expect(body.data).toHaveLength(1)
      await until(() => /no standby/.test(db.replicas[0]!.fault ?? ''), 'it to be refused')
    })
    expect([...answered]).toEqual([200])
  })
})
