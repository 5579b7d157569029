import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../tests/support/clients/listener.ts'
import { startWire, type Wire } from '../../tests/support/clients/wire.ts'
import { PATIENCE_MS } from '../../tests/support/machine/patience.ts'
import { discard, temporaryDirectory } from '../../tests/support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/postgres/database.ts'
import { Database } from './db.ts'
import type { Tx } from './tx.ts'

let database: TestDatabase
let owner: pg.Client
let directory: string
let wire: Wire
/** A pool over a wire that can be cut: two connections, one waiting caller. */
let db: Database
/** The same with limits that a busy machine may reach at any time. A test of it must not depend on when. */
let hasty: Database
const patient = { connectTimeoutMs: PATIENCE_MS, answerTimeoutMs: PATIENCE_MS }

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.connection)
  owner.on('error', () => {}) // the database is dropped while it is connected
  await owner.connect()
  const { host, port } = database.connection
  directory = await temporaryDirectory()
  wire = await startWire({
    target: String(host).startsWith('/')
      ? { path: join(String(host), `.s.PGSQL.${port}`) }
      : { host: String(host), port: Number(port) },
    listen: { path: join(directory, '.s.PGSQL.5432') },
  })
  const options = {
    connection: { ...database.connection, host: directory, port: 5432 },
    poolSize: 3, // of which one caller has two
    maxWaiting: 1,
  }
  db = new Database({ ...options, ...patient })
  hasty = new Database({ ...options, connectTimeoutMs: 250, answerTimeoutMs: 1_000 })
})
afterEach(() => owner.query(`SELECT pg_terminate_backend(pid) FROM (${ASLEEP}) asleep`))
afterAll(async () => {
  await Promise.all([db.close(), hasty.close()])
  await wire.close()
  await owner.end()
  await database.drop()
  await discard(directory)
})

describe('current_workspace() in a statement', () => {
  const workspaceId = '019c0000-0000-7000-8000-000000000001'
  const asks =
    'SELECT $1::integer AS one, current_workspace() AS workspace, current_query() AS sent'

  it.each(['run', 'runComposed'] as const)('is sent as a parameter by %s', async (way) => {
    const [row] = await db.withWorkspace({ workspaceId }, (tx) => tx[way](asks, [7]))
    expect(row).toEqual({
      one: 7,
      workspace: workspaceId,
      sent: expect.stringMatching(/ \$2::uuid AS/),
    })
  })

  it('is left to the database in a transaction of the directory', async () => {
    const [row] = await db.withDirectory((tx) => tx.run(asks, [7]))
    expect(row).toEqual({ one: 7, workspace: null, sent: asks })
  })
})

const works = (of = db) => of.withDirectory((tx) => tx.run('SELECT 1 AS up'))
/** Tries again, as a client would: on a busy machine one try may not be enough. */
const worksAgain = (of = db) =>
  until(
    () =>
      works(of).then(
        () => true,
        (error) => {
          expect(error).toMatchObject(unavailable)
          return false
        },
      ),
    'it to work again',
  )
/** A transaction that runs until it is lost. */
const sleeps = (of: Database) =>
  of.withDirectory(async (tx) => {
    tx.queue('SET LOCAL statement_timeout = 0')
    const slept = tx.run('SELECT pg_sleep(3600)')
    tx.queue('SELECT 2')
    await slept
  })
const backends = async () =>
  (
    await owner.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  ).rows.map(({ pid }) => pid as number)
const ASLEEP = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
  AND query LIKE '%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()`
/** Resolves once the server is running a statement of a pool, with its process, or once the transaction is over. */
async function underWay(isOver: () => boolean): Promise<number | undefined> {
  for (;;) {
    const [asleep] = (await owner.query(ASLEEP)).rows
    if (asleep || isOver()) return asleep?.pid
    await sleep(10)
  }
}
const unavailable = { code: 'overloaded', status: 503, details: { retryAfter: 1 } }

describe('a transaction that loses its connection midway', () => {
  it.each([
    [
      'the server ends it',
      () => db,
      async (pid?: number) => owner.query('SELECT pg_terminate_backend($1::int)', [pid]),
    ],
    ['the wire is cut', () => db, async () => wire.cut()],
    ['nothing comes through any more', () => hasty, async () => wire.freeze(true)],
  ])('is refused with 503, and leaves no connection behind, when %s', async (_, pool, lose) => {
    const of = pool()
    await worksAgain(of)
    let isOver = false
    const lost = sleeps(of).finally(() => {
      isOver = true
    })
    await Promise.all([
      underWay(() => isOver).then<unknown>(lose),
      expect(lost).rejects.toMatchObject(unavailable),
    ])
    wire.freeze(false)
    await worksAgain(of)
    const { total, idle, waiting } = of.load
    expect({ busy: total - idle, waiting }).toEqual({ busy: 0, waiting: 0 })
  })

  it('is refused with 503 if no new connection can be made', async () => {
    wire.cut()
    wire.freeze(true)
    await expect(works(hasty)).rejects.toMatchObject(unavailable)
    wire.freeze(false)
    await worksAgain(hasty)
  })
})

describe('a database that moves', () => {
  it('is followed: what waits for the old place is refused with 503, and what comes next goes to the new one', async () => {
    const place = { host: directory, port: 5432 }
    const { host, port, ...rest } = database.connection
    const connection = Object.defineProperties(
      { ...rest },
      {
        host: { enumerable: true, get: () => place.host },
        port: { enumerable: true, get: () => place.port },
      },
    )
    const moving = new Database({ connection, poolSize: 1, ...patient })
    const [before] = await moving.withDirectory((tx) => tx.run('SELECT 1 AS up'))
    expect(before).toEqual({ up: 1 })
    wire.freeze(true)
    const asked = Promise.withResolvers<void>()
    const stuck = moving.withDirectory((tx) => {
      asked.resolve()
      return tx.run('SELECT 2 AS up')
    })
    await asked.promise
    Object.assign(place, { host: String(host), port: Number(port) })
    moving.dropElsewhere()
    await expect(stuck).rejects.toMatchObject(unavailable)
    expect(await moving.withDirectory((tx) => tx.run('SELECT 3 AS up'))).toEqual([{ up: 3 }])
    wire.freeze(false)
    await moving.close()
  })

  it('drops a connection on which it has become read-only', async () => {
    const alone = new Database({ connection: database.connection, poolSize: 1, ...patient })
    let pid: unknown
    const readOnly = alone.withDirectory(async (tx) => {
      const [own] = await tx.run('SELECT pg_backend_pid() AS pid')
      pid = own!.pid
      tx.queue('SET LOCAL transaction_read_only = on')
      await tx.run('DELETE FROM due_work')
    })
    await expect(readOnly).rejects.toMatchObject(unavailable)
    const [next] = await alone.withDirectory((tx) => tx.run('SELECT pg_backend_pid() AS pid'))
    expect(next!.pid).not.toBe(pid)
    await alone.close()
  })

  it('is refused with 503 while the connections are closed, and afterwards', async () => {
    const ending = new Database({ connection: database.connection, poolSize: 1, ...patient })
    const asks = () => ending.withDirectory((tx) => tx.run('SELECT 1'))
    await asks()
    const closed = ending.close()
    await expect(asks()).rejects.toMatchObject(unavailable)
    await closed
    await expect(asks()).rejects.toMatchObject(unavailable)
  })
})

describe('a transaction that takes too long', () => {
  it('is refused with 503 at the statement timeout, and the connection stays', async () => {
    await worksAgain()
    let backend: number | undefined
    const late = db.withDirectory(async (tx) => {
      const [own] = await tx.run<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      backend = own!.pid
      tx.queue("SET LOCAL statement_timeout = '50ms'")
      await tx.run('SELECT pg_sleep(3600)')
    })
    await expect(late).rejects.toMatchObject({
      code: 'overloaded',
      reason: 'too_slow',
      details: { retryAfter: 10 },
    })
    await worksAgain()
    expect(await backends()).toContain(backend)
  })

  it('refuses callers that wait too long, and at once those beyond the queue', async () => {
    const over = Promise.withResolvers<void>()
    const busy: Promise<unknown>[] = []
    while (busy.length < 2) {
      const held = Promise.withResolvers<void>()
      const ended = hasty.withDirectory(async (tx) => {
        await tx.run('SELECT 1')
        held.resolve()
        await over.promise
      })
      const isHeld = await Promise.race([
        held.promise.then(() => true),
        ended.then(
          () => true,
          (error) => {
            expect(error).toMatchObject(unavailable)
            return false
          },
        ),
      ])
      if (isHeld) busy.push(ended)
    }
    const refused: string[] = []
    const asked = (which: string) => works(hasty).catch((error) => refused.push(which) && error)
    const [waiting, tooMany] = [asked('the one that waited'), asked('the one too many')]
    expect(await waiting).toMatchObject(unavailable)
    expect(await tooMany).toMatchObject(unavailable)
    expect(refused).toEqual(['the one too many', 'the one that waited'])
    over.resolve()
    await Promise.allSettled(busy)
    await worksAgain(hasty)
  })
})

describe('connections', () => {
  it('are shared by workspaces: one with many slow transactions leaves some to another', async () => {
    const [busy, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const over = Promise.withResolvers<void>()
    const slow = Array.from({ length: 3 }, () =>
      db.withWorkspace({ workspaceId: busy }, () => over.promise),
    )
    const asked = db.withWorkspace({ workspaceId: other }, (tx) => tx.run('SELECT 1 AS up'))
    expect(await asked).toEqual([{ up: 1 }])
    expect(db.load.waiting).toBe(1)
    over.resolve()
    await Promise.all(slow)
  })
})

describe('a transaction that only reads', () => {
  const scope = { workspaceId: crypto.randomUUID() }
  const busy = () => db.load.total - db.load.idle
  const ask = (tx: Tx) => tx.run('SELECT 1 AS up')

  it('has its result before the answer to COMMIT, and its connection is lent again after', async () => {
    expect(await db.readWorkspace(scope, ask)).toEqual([{ up: 1 }])
    expect(busy()).toBe(1)
    await until(() => busy() === 0, 'the end of the transaction')
    await db.withWorkspace(scope, ask)
    expect(busy()).toBe(0)
  })

  it('waits for its end if it has sent something besides questions', async () => {
    await db.readWorkspace(scope, async (tx) => {
      tx.queue('SELECT 2')
      return ask(tx)
    })
    expect(busy()).toBe(0)
    const failed = db.readWorkspace(scope, async (tx) => {
      const answer = await ask(tx)
      tx.queue('SELECT 1 / 0')
      return answer
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
  })
})

describe('statements that are sent together', () => {
  it('are prepared once, also where the first one to use them fails', async () => {
    const asked = 'SELECT 10 / $1::int AS tenth'
    const tenth = (of: number) => db.withDirectory((tx) => tx.run(asked, [of]))
    await expect(tenth(0)).rejects.toMatchObject({ code: '22012' })
    expect(await tenth(5)).toEqual([{ tenth: 2 }])
    expect(await tenth(2)).toEqual([{ tenth: 5 }])
  })

  it('are prepared later where one before them failed', async () => {
    const after = "SELECT 'skipped' AS said"
    await db
      .withDirectory(async (tx) => {
        tx.queue('SELECT 1 / 0')
        return tx.run(after)
      })
      .catch(() => {})
    expect(await db.withDirectory((tx) => tx.run(after))).toEqual([{ said: 'skipped' }])
  })

  it('are not run behind one that failed', async () => {
    const all = db.withDirectory(async (tx) => {
      const failed = tx.run('SELECT 1 / 0')
      const behind = tx.run('SELECT pg_sleep(60)')
      await expect(failed).rejects.toMatchObject({ code: '22012' })
      await expect(behind).rejects.toMatchObject({ code: '22012' })
    })
    await expect(all).rejects.toMatchObject({ code: '22012' })
  })

  it('are prepared if they are composed and come again, up to a number, whichever fail', async () => {
    const sum = (n: number, to: number) =>
      db.withDirectory((tx) => tx.runComposed(`SELECT ${n} / $1::int AS n`, [to], true))
    for (let time = 0; time < 3; time++) {
      for (let n = 0; n < 50; n++) {
        if (n % 7 === time) await expect(sum(n, 0)).rejects.toMatchObject({ code: '22012' })
        expect(await sum(n, 1)).toEqual([{ n }])
      }
    }
    const [kept] = await db.withDirectory((tx) =>
      tx.run<{ names: string[] }>(
        `SELECT array_agg(name) AS names FROM pg_prepared_statements WHERE statement ~ '^SELECT \\d+ / \\$1::int AS n$'`,
      ),
    )
    expect(kept!.names.length).toBeGreaterThan(0)
    expect(kept!.names.length).toBeLessThanOrEqual(32)
  })

  it('answer their own rows, of every type, in order', async () => {
    await db.withDirectory(async (tx) => {
      const many = Array.from({ length: 50 }, (_, n) => tx.run('SELECT $1::int AS n', [n]))
      tx.queue('SELECT 1')
      const [types] = await tx.runComposed(
        `SELECT 9007199254740991 AS big, 'a"ü' AS text, NULL AS none, '{"a": [1]}'::jsonb AS json, true AS yes,
           ARRAY[1, 2] AS list, '2026-11-22T10:00:00Z'::timestamptz AS at, '\\x00ff'::bytea AS bytes`,
      )
      expect(types).toEqual({
        big: 9007199254740991,
        text: 'a"ü',
        none: null,
        json: { a: [1] },
        yes: true,
        list: [1, 2],
        at: new Date('2026-11-22T10:00:00Z'),
        bytes: Buffer.from([0, 255]),
      })
      expect(await Promise.all(many)).toEqual(Array.from({ length: 50 }, (_, n) => [{ n }]))
    })
  })

  it('fail one and all on a value that cannot be sent, and the connection stays', async () => {
    const round: Record<string, unknown> = {}
    round.itself = round
    await expect(db.withDirectory((tx) => tx.run('SELECT $1::jsonb', [round]))).rejects.toThrow(
      /circular/i,
    )
    await works()
  })
})

describe('a transaction that fails', () => {
  it('throws its first failure, not later ones, and is rolled back', async () => {
    const failing = db.withDirectory(async (tx) => {
      tx.queue("SELECT set_config('app.workspace_id', 'kept', false)")
      tx.queue('SELECT 1 / 0')
      return tx.run('SELECT 1 AS up')
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    const [left] = await db.withDirectory((tx) =>
      tx.run("SELECT current_setting('app.workspace_id') AS bound"),
    )
    expect(left).toEqual({ bound: '' })
  })

  it('sends nothing behind its end, where it would run as the owner of the tables', async () => {
    await owner.query('CREATE TABLE notes (text text)')
    const note = 'INSERT INTO notes VALUES ($1)'
    const waiting = db.withDirectory(async (tx) => {
      await tx.run('SELECT 1')
      tx.queue(note, ['waiting'])
      throw new Error('decided otherwise')
    })
    await expect(waiting).rejects.toThrow('decided otherwise')
    let ended: Tx | undefined
    await db.withDirectory(async (tx) => {
      ended = tx
    })
    expect(() => ended!.queue(note, ['late'])).toThrow('after the end of its transaction')
    await expect(ended!.run(note, ['late'])).rejects.toThrow('after the end of its transaction')
    const round: Record<string, unknown> = {}
    round.itself = round
    const unsent = db.withDirectory(async (tx) => {
      await tx.run('SELECT $1::jsonb', [round]).catch(() => {})
      await tx.run(note, ['without BEGIN'])
    })
    await expect(unsent).rejects.toThrow(/circular/i)
    await works()
    expect((await owner.query('SELECT text FROM notes')).rows).toEqual([])
  })

  it('is run again after a deadlock', async () => {
    let runs = 0
    const deadlocked = db.withDirectory(async (tx) => {
      runs++
      if (runs < 3) tx.queue("DO $$ BEGIN RAISE EXCEPTION 'victim' USING ERRCODE = '40P01'; END $$")
      return tx.run('SELECT 1 AS up')
    })
    expect(await deadlocked).toEqual([{ up: 1 }])
    expect(runs).toBe(3)
  })
})
