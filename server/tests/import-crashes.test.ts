// A worker dies in the middle of an import. The next one continues where it stopped, and every line is there once.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess, type TestProcess } from './support/child-process.ts'
import { createTestDatabase, LOCK_WAITS, type TestDatabase } from './support/database.ts'
import { makeBoard } from './support/fixtures.ts'
import { importerOf } from './support/imports.ts'
import { until } from './support/listener.ts'
import { type Person, signUp } from './support/people.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { discard, temporaryDirectory } from './support/temporary.ts'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let owner: Person
let client: pg.Client
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
  // Each block takes a while, so that there is time to kill its worker on the way, on any machine.
  await client.query(`
    CREATE FUNCTION take_a_while() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$;
    CREATE TRIGGER take_a_while BEFORE INSERT ON import_results
      FOR EACH ROW EXECUTE FUNCTION take_a_while()`)
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await database.drop()
  await discard(dataDir)
})

const LINES = 6_000
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
  const lines = Array.from({ length: LINES }, (_, n) =>
    n % 100 === 50 ? `,x,y` : `row ${n},c${n}`,
  )
  const started = await importer.send({ file: `Name,Code\n${lines.join('\n')}\n` })
  const runId: string = started.body.data.id
  const imported = async (): Promise<number> => (await importer.get(`/${runId}`)).body.data.imported
  const beyond = async (count: number) => {
    while ((await imported()) <= count) await sleep(50)
  }
  /** Checks that every line of the file is a row or a failure, once, in order. */
  const check = async () => {
    const run = await importer.settled(runId)
    expect(run).toMatchObject({ status: 'partial', total: LINES, imported: LINES * 0.99 })
    const { rows } = await client.query(
      `SELECT r.cells ->> '1' AS name FROM rows r WHERE r.definition_id = $1 AND r.import_run_id = $2
       ORDER BY position`,
      [id, runId],
    )
    const wanted = lines.flatMap((line) => (line.startsWith(',') ? [] : line.split(',')[0]))
    expect(rows.map(({ name }) => name)).toEqual(wanted)
    const counts = await client.query(
      `SELECT (SELECT count(*) FROM import_failures WHERE run_id = $1)::int AS failures,
         (SELECT sum(cardinality(stamped)) FROM import_results WHERE run_id = $1)::int AS results,
         (SELECT count(*) FROM unique_values u JOIN columns c ON c.id = u.column_id
           WHERE c.definition_id = $2)::int AS claims`,
      [runId, id],
    )
    expect(counts.rows[0]).toEqual({
      failures: LINES / 100,
      results: LINES * 0.99,
      claims: LINES * 0.99,
    })
    expect(run.standing).toBe(LINES * 0.99)
  }
  return { id, importer, runId, imported, beyond, check }
}

test('killed three times on the way, it loses and doubles nothing', async () => {
  const { runId, imported, beyond, check } = await open()
  for (const least of [0, 1_000, 2_500]) {
    const worker = startWorker()
    await beyond(least)
    worker.kill('SIGKILL')
    await worker.exited
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
  const { runId, beyond, check } = await open()
  const sleeper = startWorker()
  await beyond(1_000)
  sleeper.kill('SIGSTOP')
  // Ends the sleeper's transactions in the database, as PostgreSQL would after a minute.
  const janitor = new pg.Client(database.connection)
  await janitor.connect()
  let given: Promise<unknown> = Promise.resolve()
  const giveUp = setInterval(() => {
    given = janitor.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'
         AND state_change < now() - interval '1 s'`,
    )
  }, 200)
  await lapse(runId)
  await announce()
  const other = startWorker()
  await beyond(2_500)
  clearInterval(giveUp)
  await given
  await janitor.end()
  sleeper.kill('SIGCONT')
  await check()
  for (const worker of [sleeper, other]) {
    worker.kill('SIGTERM')
    await worker.exited
  }
})

test('told to stop, it gives the run back at once, and the next one goes on', async () => {
  const { beyond, check, imported } = await open()
  const first = startWorker()
  await beyond(1_000)
  first.kill('SIGTERM')
  expect((await first.exited).code, first.stderr()).toBe(0)
  expect(await imported()).toBeLessThan(LINES * 0.99)
  const next = startWorker()
  await check()
  next.kill('SIGTERM')
  await next.exited
})

test('killed while it undoes a cancelled import, it leaves the rest to the next start', async () => {
  const { id, importer, runId, beyond } = await open()
  const writer = startWorker()
  await beyond(1_000)
  // Holds a row in the middle, so that the undoing waits there.
  const holder = new pg.Client(database.connection)
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query(
    'SELECT FROM rows WHERE definition_id = $1 ORDER BY position OFFSET 500 LIMIT 1 FOR UPDATE',
    [id],
  )
  expect((await importer.post(`/${runId}/cancel`)).status).toBe(201)
  const waits = async () => (await client.query(LOCK_WAITS)).rowCount
  await until(async () => (await waits()) === 1, 'the undoing to wait')
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
