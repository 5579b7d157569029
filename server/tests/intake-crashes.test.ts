// A process is killed after it has stored the files of a write and before it has written the row. Nothing of the write is
// left, and the same write sent again is there once, whole.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldOf } from '../../shared/forms/field-names.ts'
import { LEAST_MS } from '../domains/intake/forms/spam.rules.ts'
import { purgeFiles } from '../domains/records/files/purge.ts'
import { diskFiles } from '../platform/files/file-store.ts'
import { until } from './support/clients/listener.ts'
import { type Desk, makeDesk, type NewColumn } from './support/desks/fixtures.ts'
import { openForm, visitor } from './support/desks/forms.ts'
import { integration } from './support/desks/ingest.ts'
import { openRows, type Rows } from './support/desks/rows.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { SECRET_KEY, startService, type TestService } from './support/service/service.ts'

const GATE = 607_019
const COLUMNS: NewColumn[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Papers', type: 'file' },
]

let service: TestService
let desk: Desk
let dataDir: string
let gate: pg.Client
let server: ServerProcess

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  dataDir = await temporaryDirectory()
  gate = new pg.Client(service.connection)
  await gate.connect()
  // Whoever writes a row while the gate is closed waits there, inside its transaction.
  await gate.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${GATE});
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_at_gate BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`)
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await gate.end()
  await service.stop()
  await discard(dataDir)
})

const start = () =>
  startServerProcess({
    command: 'web',
    env: { ...service.env, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', SECRET_KEY },
  })
const closeGate = () => gate.query(`SELECT pg_advisory_lock(${GATE})`)
const openGate = () => gate.query(`SELECT pg_advisory_unlock(${GATE})`)
const AT_GATE = `FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock' AND wait_event = 'advisory'`

/** Starts another process in place of one that is killed now. PostgreSQL ends what the dead one had begun. */
async function killServer(): Promise<void> {
  server.kill('SIGKILL')
  await server.exited
  await gate.query(`SELECT pg_terminate_backend(pid) ${AT_GATE}`)
  await until(async () => (await gate.query(`SELECT ${AT_GATE}`)).rowCount === 0, 'it to end')
  server = await start()
}

/** Kills the process that takes this request when it has stored the bytes and is about to write the row. */
async function killBeforeRow(send: () => Promise<unknown>): Promise<void> {
  await closeGate()
  let answered: unknown
  const lost = send().then(
    (answer) => {
      answered = answer
    },
    () => {},
  )
  const waits = async () => (await gate.query(`SELECT ${AT_GATE}`)).rowCount === 1
  await until(async () => answered !== undefined || (await waits()), 'the row')
  await killServer()
  await openGate()
  await lost
  expect(answered).toBeUndefined()
}

/** The names of the files that are stored. */
async function stored(): Promise<string[]> {
  const files = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return files.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Purges files as if a day had gone by. */
async function purge(): Promise<void> {
  await service.sql(
    "UPDATE files SET loose_since = loose_since - interval '25 hours' WHERE loose_since < 'infinity'",
  )
  await purgeFiles(service.db, diskFiles(join(dataDir, 'files')), new AbortController().signal)
}

/** Checks that nothing of a write is left but bytes that the purge takes. */
async function expectNothing(rows: Rows | Awaited<ReturnType<typeof openForm>>): Promise<void> {
  const list = await service.api('GET', `${rows.base}/rows`, { token: desk.tokens.owner })
  expect(list.body.data).toEqual([])
  const receipts = await service.api('GET', `${rows.base}/receipts`, { token: desk.tokens.owner })
  expect(receipts.body.data).toEqual([])
  expect(await service.sql("SELECT name FROM files WHERE sha256 <> ''")).toEqual([])
  expect(await stored()).not.toEqual([])
  await purge()
  expect(await stored()).toEqual([])
  for (const table of ['files', 'file_uses', 'idempotency_keys']) {
    expect(await service.sql(`SELECT * FROM ${table}`), table).toEqual([])
  }
}

/** Checks that there is one row with both files, before and after the purge. Deletes it for good. */
async function expectWhole(base: string): Promise<void> {
  const token = desk.tokens.owner
  const list = () => service.api('GET', `${base}/rows`, { token })
  const [row, ...others] = (await list()).body.data
  expect(others).toEqual([])
  expect(row.cells.business).toBe('Acme')
  expect(row.cells.papers.map(({ name }: { name: string }) => name)).toEqual([
    'May.pdf',
    'June.pdf',
  ])
  const receipts = await service.api('GET', `${base}/receipts`, { token })
  expect(receipts.body.data).toHaveLength(1)
  await purge()
  expect(await stored()).toHaveLength(2)
  const contents = row.cells.papers.map(async ({ id }: { id: string }) => {
    const { text } = await server.api('GET', `/v1/files/${id}/content`, { token })
    return text
  })
  expect(await Promise.all(contents)).toEqual(['May.pdf', 'June.pdf'])
  await service.sql('DELETE FROM file_uses')
  await service.sql('DELETE FROM idempotency_keys')
  await service.sql('UPDATE files SET loose_since = now()')
  await purge()
  expect(await stored()).toEqual([])
}

const pdf = (name: string) => new File([name], name, { type: 'application/pdf' })
const papers = (): [string, string | File][] => [
  ['papers', pdf('May.pdf')],
  ['papers', pdf('June.pdf')],
]
function multipart(...fields: [string, string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a write with files under a key is there once, or not at all', async () => {
  const board = await openRows(service, desk, COLUMNS)
  const write = () =>
    integration(server, board.secret).write(multipart(['business', 'Acme'], ...papers()), {
      retry: 'application-1',
    })
  await killBeforeRow(write)
  await expectNothing(board)
  const again = await write()
  expect(again.status, again.text).toBe(201)
  expect((await write()).text).toBe(again.text)
  await expectWhole(board.base)
})

test('so is one that is killed before all bytes of its files have come', async () => {
  const board = await openRows(service, desk, COLUMNS)
  const begin = new TextEncoder().encode(
    '--cut\r\ncontent-disposition: form-data; name="business"\r\n\r\nAcme\r\n' +
      '--cut\r\ncontent-disposition: form-data; name="papers"; filename="May.pdf"\r\n\r\nMay',
  )
  const lost = expect(
    fetch(`${server.url}/v1/ingest/rows`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${board.secret}`,
        'content-type': 'multipart/form-data; boundary=cut',
        'idempotency-key': 'application-2',
      },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(begin)
        },
      }),
      duplex: 'half',
    } as RequestInit),
  ).rejects.toThrow()
  await until(async () => (await stored()).some((name) => name.endsWith('.part')), 'a part')
  await killServer()
  await lost
  await expectNothing(board)
  const write = integration(server, board.secret).write
  const again = await write(multipart(['business', 'Acme'], ...papers()), {
    retry: 'application-2',
  })
  expect(again.status, again.text).toBe(201)
  await expectWhole(board.base)
})

test('a form that somebody sends again from the same page is there once', async () => {
  const opened = await openForm({ service, desk }, COLUMNS)
  const person = () => visitor({ origin: server.url }, opened.form.url)
  const page = await person().open()
  await sleep(LEAST_MS + 500)
  const files = () => papers().map(([key, file]): [string, string | File] => [fieldOf(key), file])
  const send = () => person().send([[fieldOf('business'), 'Acme'], ...files()], { page })
  await killBeforeRow(send)
  await expectNothing(opened)
  expect((await send()).status).toBe(303)
  expect((await send()).status).toBe(303)
  await expectWhole(opened.base)
})
