// A worker dies in the middle of an import. The next one continues where it stopped, and every line is there once.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/clients/listener.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { importerOf } from './support/desks/imports.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import {
  countLockWaits,
  createTestDatabase,
  type TestDatabase,
} from './support/postgres/database.ts'
import { type Gate, gateOf } from './support/postgres/gate.ts'
import { startProcess, type TestProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let owner: Person
let client: pg.Client
/** A worker that imports stops there before it notes what a block has made. */
let gate: Gate
const env = () => ({
  ...database.env,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  SECRET_KEY: 'only-for-tests-only-for-tests-only',
})

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await temporaryDirectory()
  server = await startServerProcess({ command: 'web', env: env() })
  owner = await signUp(server)
  client = new pg.Client(database.connection)
  await client.connect()
  gate = gateOf(database.connection, 'import_results')
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await database.drop()
  await discard(dataDir)
})

const LINES = 4_000
/**
 * Lets blocks by until more rows than this are imported. Resolves once the worker waits in the middle of the next block, with the
 * process that does it in the database.
 */
async function atGate(imported: () => Promise<number>, rows: number): Promise<number> {
  for (;;) {
    let waiting: number[] = []
    await until(async () => {
      waiting = await gate.listWaiting()
      return waiting.length > 0
    }, 'a worker at the gate')
    if ((await imported()) > rows) return waiting[0]!
    await gate.letBy()
  }
}
const startWorker = (): TestProcess => startProcess('bin/sourcebook.mjs', ['worker'], env())
/** Lets the lease of a run lapse. */
const lapse = (id: string) =>
  client.query("UPDATE import_runs SET lease_until = now() - interval '1 s' WHERE id = $1", [id])
const announce = () => client.query('UPDATE due_work SET due_at = now()')

async function open() {
  const columns = [
    { name: 'Name', type: 'text' },
    { name: 'Code', type: 'text', unique: true },
  ]
  const { id } = await makeBoard(server, owner.token, columns)
  const importer = importerOf(server.api, owner.token, { boardId: id })
  const lines = Array.from({ length: LINES }, (_, n) => (n % 100 === 50 ? ',c0' : `row ${n},c${n}`))
  const started = await importer.send({ file: `Name,Code\n${lines.join('\n')}\n` })
  const runId: string = started.body.data.id
  const imported = async (): Promise<number> => (await importer.get(`/${runId}`)).body.data.imported
  /** Checks that every line of the file is a row or a failure, once, in order. */
  const check = async () => {
    const run = await importer.settled(runId)
    expect(run).toMatchObject({ status: 'partial', total: LINES, imported: LINES * 0.99 })
    const { rows } = await client.query(
      `SELECT cells ->> '1' AS name FROM rows
       WHERE workspace_id = $1 AND definition_id = $2 AND import_run_id = $3 ORDER BY position`,
      [owner.workspaceId, id, runId],
    )
    const wanted = lines.flatMap((line) => (line.startsWith(',') ? [] : line.split(',')[0]))
    expect(rows.map(({ name }) => name)).toEqual(wanted)
    const counts = await client.query(
      `SELECT (SELECT count(*) FROM import_failures WHERE workspace_id = $1 AND run_id = $2)::int AS failures,
         (SELECT sum(cardinality(stamped)) FROM import_results WHERE workspace_id = $1 AND run_id = $2)::int AS results,
         (SELECT count(*) FROM unique_values u JOIN columns c ON c.workspace_id = u.workspace_id AND c.id = u.column_id
           WHERE u.workspace_id = $1 AND c.definition_id = $3)::int AS claims`,
      [owner.workspaceId, runId, id],
    )
    expect(counts.rows[0]).toEqual({
      failures: LINES / 100,
      results: LINES * 0.99,
      claims: LINES * 0.99,
    })
    expect(run.standing).toBe(LINES * 0.99)
  }
  return { id, importer, runId, imported, check }
}

test('killed three times on the way, it loses and doubles nothing', async () => {
  const { runId, imported, check } = await open()
  // A worker sends what a block writes at once. That is lost with it, or the database does it all the same.
  for (const [rows, isLost] of [
    [0, true],
    [1_000, false],
    [2_500, true],
  ] as const) {
    await gate.close()
    const worker = startWorker()
    const pid = await atGate(imported, rows)
    const before = await imported()
    worker.kill('SIGKILL')
    await worker.exited
    if (isLost) await client.query('SELECT pg_terminate_backend($1::integer)', [pid])
    await gate.open()
    if (isLost) expect(await imported()).toBe(before)
    expect(await imported()).toBeLessThan(LINES * 0.99)
    await lapse(runId)
    await announce()
  }
  const last = startWorker()
  await check()
  last.kill('SIGTERM')
  expect((await last.exited).code).toBe(0)
})

test('one that slept past its lease finds the run taken, and writes nothing more of it', async () => {
  const { runId, imported, check } = await open()
  await gate.close()
  const sleeper = startWorker()
  const pid = await atGate(imported, 1_000)
  sleeper.kill('SIGSTOP')
  await gate.open()
  // If its transaction is open, it is ended, as PostgreSQL would after a minute.
  await until(async () => {
    const { rows } = await client.query(
      `SELECT CASE WHEN state = 'idle in transaction' THEN pg_terminate_backend(pid) END
       FROM pg_stat_activity WHERE pid = $1 AND state <> 'idle'`,
      [pid],
    )
    return rows.length === 0
  }, 'its transaction to end')
  await gate.close()
  await lapse(runId)
  await announce()
  const other = startWorker()
  await atGate(imported, 2_500)
  sleeper.kill('SIGCONT')
  await gate.open()
  await check()
  for (const worker of [sleeper, other]) {
    worker.kill('SIGTERM')
    await worker.exited
  }
})

test('told to stop, it gives the run back at once, and the next one goes on', async () => {
  const { check, imported } = await open()
  await gate.close()
  const first = startWorker()
  await atGate(imported, 1_000)
  first.kill('SIGTERM')
  await gate.open()
  expect((await first.exited).code, first.stderr()).toBe(0)
  expect(await imported()).toBeLessThan(LINES * 0.99)
  const next = startWorker()
  await check()
  next.kill('SIGTERM')
  await next.exited
})

test('killed while it undoes a cancelled import, it leaves the rest to the next start', async () => {
  const { id, importer, runId, imported } = await open()
  await gate.close()
  const writer = startWorker()
  await atGate(imported, 1_000)
  // Holds a row in the middle, so that the undoing waits there.
  const holder = new pg.Client(database.connection)
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query(
    `SELECT FROM rows WHERE workspace_id = $1 AND definition_id = $2 ORDER BY position OFFSET 500 LIMIT 1
     FOR UPDATE`,
    [owner.workspaceId, id],
  )
  // It waits for the end of the block, whose worker waits at the gate.
  const cancelled = importer.post(`/${runId}/cancel`)
  await until(async () => (await countLockWaits(database)) === 2, 'the cancelling to wait')
  await gate.open()
  expect((await cancelled).status).toBe(201)
  await until(async () => (await countLockWaits(database)) === 1, 'the undoing to wait')
  writer.kill('SIGKILL')
  await writer.exited
  await holder.query('COMMIT')
  await holder.end()
  expect(await importer.get(`/${runId}`)).toMatchObject({ body: { data: { status: 'running' } } })
  await lapse(runId)
  await announce()
  const next = startWorker()
  const run = await importer.settled(runId)
  expect(run).toMatchObject({ status: 'cancelled', standing: 0, keptCount: 0 })
  expect(run.undoneCount).toBe(run.imported)
  expect(await importer.rows()).toEqual([])
  const { rows } = await client.query(
    `SELECT count(*)::int AS rows, count(deleted_at)::int AS trashed FROM rows WHERE definition_id = $1`,
    [id],
  )
  expect(rows[0]).toEqual({ rows: run.imported, trashed: run.imported })
  next.kill('SIGTERM')
  expect((await next.exited).code).toBe(0)
})
