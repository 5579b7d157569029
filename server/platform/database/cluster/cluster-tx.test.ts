import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../tests/support/clients/listener.ts'
import {
  createTestDatabase,
  isOnCluster,
  type TestDatabase,
} from '../../../tests/support/postgres/database.ts'
import { asOwner } from '../../../tests/support/postgres/postgres.ts'
import { Database } from '../db.ts'
import type { Tx } from '../tx.ts'

// Without a cluster, the setting that `distribute` gives to sessions is given to those of one server.

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = new Database({ connection: database.connection, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const workspaceId = '00000000-0000-7000-8000-000000000001'
const within = <T>(use: (tx: Tx) => Promise<T>) => db.withWorkspace({ workspaceId }, use)
const sql = (text: string) => asOwner(database.connection, (on) => on(text))

/** How often a transaction that asks for the time is begun, and the statements that its connection has prepared. */
async function attempt() {
  let times = 0
  const prepared = await within(async (tx) => {
    times++
    await tx.run('SELECT now()')
    return tx.run<{ statement: string }>('SELECT statement FROM pg_prepared_statements')
  })
  return { times, prepared: prepared.map(({ statement }) => statement) }
}

test('a process that finds a cluster under it runs the transaction again as one of that, and all later ones so', async () => {
  if (!isOnCluster()) {
    const { times, prepared } = await attempt()
    expect([times, prepared.includes('SELECT now()')]).toEqual([1, true])
    const name = database.connection.database
    await sql(`ALTER DATABASE ${name} SET citus.propagate_set_commands = 'local'`)
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  }
  const tries: number[] = []
  // The first may still get the connection that has ended.
  await until(async () => {
    const { times } = await attempt().catch(() => ({ times: 0 }))
    if (times > 0) tries.push(times)
    return tries.length === 2
  }, 'two transactions')
  expect(tries).toEqual([2, 1])
  expect((await attempt()).prepared).toContain('SELECT $1::timestamptz')
})

test('what the coordinator and a node write together is committed in two phases, and what one of them writes in one', async () => {
  const place = (tx: Tx) =>
    tx.queue("INSERT INTO signin_places VALUES ('a', now()) ON CONFLICT DO NOTHING")
  const event = (tx: Tx) =>
    tx.queue(
      `INSERT INTO events (workspace_id, id, type, actor, subject)
       VALUES (current_workspace(), gen_random_uuid(), 'board.created', 'system', 'board:1')`,
    )
  /** Whether it has two phases: Citus then has a record of it, which comes with the transaction. */
  const hasPhases = async (...writes: ((tx: Tx) => void)[]) => {
    const xid = await within(async (tx) => {
      for (const write of writes) write(tx)
      return (await tx.run<{ xid: string }>('SELECT pg_current_xact_id()::xid::text AS xid'))[0]!
        .xid
    })
    if (isOnCluster()) {
      return (await sql(`SELECT FROM pg_dist_transaction WHERE xmin = '${xid}'`)).length > 0
    }
    return (await attempt()).prepared.some((statement) => statement.includes('INTO due_work'))
  }
  expect(await hasPhases(event)).toBe(false)
  expect(await hasPhases(place)).toBe(false)
  // Citus removes records once a minute.
  await expect.poll(() => hasPhases(place, event)).toBe(true)
})
