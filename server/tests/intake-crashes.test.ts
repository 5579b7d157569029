// A process is killed after it has stored the files of writes and before it has written their rows. Nothing of the writes is
// left, and each of them that is sent again, to whatever process, is there once, whole.
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldOf } from '../../shared/forms/field-names.ts'
import { LEAST_MS } from '../domains/intake/forms/spam.rules.ts'
import { openStamp, sealStamp } from '../domains/intake/forms/stamps.ts'
import { purgeFiles } from '../domains/records/files/purge.ts'
import { createSeal } from '../platform/secrets/seal.ts'
import { callApi } from './support/clients/client.ts'
import { until } from './support/clients/listener.ts'
import { type Desk, makeDesk, type NewColumn } from './support/desks/fixtures.ts'
import { openForm, type ReadPage, visitor } from './support/desks/forms.ts'
import { integration } from './support/desks/ingest.ts'
import { openRows, type Rows } from './support/desks/rows.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { gateOf } from './support/postgres/gate.ts'
import { startServerProcess } from './support/processes/server-process.ts'
import { SECRET_KEY, startService, type TestService } from './support/service/service.ts'

const COLUMNS: NewColumn[] = [
  { name: 'Business', type: 'text', required: true },
  { name: 'Papers', type: 'file' },
]

type Origin = { origin: string }

let service: TestService
let desk: Desk
/** A board whose key sends a row with files, and one whose key is cut off in the middle of a file. */
let whole: Rows
let cut: Rows
let form: Awaited<ReturnType<typeof openForm>>
let page: ReadPage

beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  whole = await openRows(service, desk, COLUMNS)
  cut = await openRows(service, desk, COLUMNS)
  form = await openForm({ service, desk }, COLUMNS)
  page = openedBefore(await form.visitor().open())
  await killAmidWrites()
})
afterAll(() => service.stop())

/** The page as if somebody had opened it long enough ago to have filled it in. */
function openedBefore(opened: ReadPage): ReadPage {
  const seal = createSeal(SECRET_KEY)
  const { once, at } = openStamp(seal, form.form.id, opened.hidden.stamp![0]!)!
  const stamp = sealStamp(seal, form.form.id, { once, at: at - LEAST_MS })
  return { ...opened, hidden: { ...opened.hidden, stamp: [stamp] } }
}

/** Sends all three to a process, which is killed when it has stored the bytes and is about to write rows. */
async function killAmidWrites(): Promise<void> {
  const dataDir = await temporaryDirectory()
  await symlink(service.directory, join(dataDir, 'files'))
  const server = await startServerProcess({
    command: 'web',
    env: { ...service.env, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', SECRET_KEY },
  })
  const to = { origin: server.url }
  // Whoever comes to write a row waits there, inside its transaction.
  const gate = gateOf(service.connection, 'rows')
  await gate.close()
  const answers: unknown[] = []
  const sent = [sendRow(to), sendPart(to), sendForm(to)].map((answer) =>
    answer.then(
      (came) => void answers.push(came),
      () => {},
    ),
  )
  const isPart = async () => (await stored()).some((name) => name.endsWith('.part'))
  const isThere = async () => (await gate.listWaiting()).length === 2 && (await isPart())
  await until(async () => answers.length > 0 || (await isThere()), 'two rows and a part of a file')
  server.kill('SIGKILL')
  await server.exited
  // PostgreSQL ends what the dead process had begun.
  for (const pid of await gate.listWaiting()) {
    await service.sql('SELECT pg_terminate_backend($1::integer)', [pid])
  }
  await until(async () => (await gate.listWaiting()).length === 0, 'them to end')
  await Promise.all(sent)
  await gate.open()
  await discard(dataDir)
  expect(answers).toEqual([])
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

function writeTo(to: Origin, { secret }: Rows, retry: string) {
  const api: TestService['api'] = (...call) => callApi(to.origin, ...call)
  return integration({ api }, secret).write(multipart(['business', 'Acme'], ...papers()), { retry })
}
const sendRow = (to: Origin) => writeTo(to, whole, 'application-1')

/** The beginning of a form, whose rest never comes. */
const sendPart = ({ origin }: Origin): Promise<Response> =>
  fetch(`${origin}/v1/ingest/rows`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${cut.secret}`,
      'content-type': 'multipart/form-data; boundary=cut',
      'idempotency-key': 'application-2',
    },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(BEGINNING))
      },
    }),
    duplex: 'half',
  } as RequestInit)
const BEGINNING =
  '--cut\r\ncontent-disposition: form-data; name="business"\r\n\r\nAcme\r\n' +
  '--cut\r\ncontent-disposition: form-data; name="papers"; filename="May.pdf"\r\n\r\nMay'

function sendForm(to: Origin): Promise<ReadPage> {
  const files = papers().map(([key, file]): [string, string | File] => [fieldOf(key), file])
  return visitor(to, form.form.url).send([[fieldOf('business'), 'Acme'], ...files], { page })
}

/** The names of the files that are stored. */
async function stored(): Promise<string[]> {
  const files = await readdir(service.directory, { recursive: true, withFileTypes: true })
  return files.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Purges files as if a day had gone by. */
async function purge(): Promise<void> {
  await service.sql(
    "UPDATE files SET loose_since = now() - interval '25 hours' WHERE loose_since < 'infinity'",
  )
  await purgeFiles(service.db, service.files, new AbortController().signal)
}

const get = async (path: string) =>
  (await service.api('GET', path, { token: desk.tokens.owner })).body.data

/** Checks that there is one row with both files, before and after the purge. Deletes it for good. */
async function expectWhole(base: string): Promise<void> {
  const [row, ...others] = await get(`${base}/rows`)
  expect(others).toEqual([])
  expect(row.cells.business).toBe('Acme')
  expect(row.cells.papers.map(({ name }: { name: string }) => name)).toEqual([
    'May.pdf',
    'June.pdf',
  ])
  expect(await get(`${base}/receipts`)).toHaveLength(1)
  await purge()
  expect(await stored()).toHaveLength(2)
  const contents = row.cells.papers.map(async ({ id }: { id: string }) => {
    const token = desk.tokens.owner
    return (await service.api('GET', `/v1/files/${id}/content`, { token })).text
  })
  expect(await Promise.all(contents)).toEqual(['May.pdf', 'June.pdf'])
  await service.sql('DELETE FROM file_uses')
  await service.sql('DELETE FROM idempotency_keys')
  await service.sql('UPDATE files SET loose_since = now()')
  await purge()
  expect(await stored()).toEqual([])
}

test('nothing is left of writes whose process was killed, but bytes that the purge takes', async () => {
  for (const { base } of [whole, cut, form]) {
    expect(await get(`${base}/rows`)).toEqual([])
    expect(await get(`${base}/receipts`)).toEqual([])
  }
  expect(await service.sql("SELECT name FROM files WHERE sha256 <> ''")).toEqual([])
  expect((await stored()).length).toBeGreaterThanOrEqual(5)
  await purge()
  expect(await stored()).toEqual([])
  for (const table of ['files', 'file_uses', 'idempotency_keys']) {
    expect(await service.sql(`SELECT * FROM ${table}`), table).toEqual([])
  }
})

test('a row that a key sends again with its files is there once', async () => {
  const again = await sendRow(service)
  expect(again.status, again.text).toBe(201)
  expect((await sendRow(service)).text).toBe(again.text)
  await expectWhole(whole.base)
})

test('so is one that was cut off before all bytes of its files had come', async () => {
  const again = await writeTo(service, cut, 'application-2')
  expect(again.status, again.text).toBe(201)
  await expectWhole(cut.base)
})

test('a form that somebody sends again from the same page is there once', async () => {
  expect((await sendForm(service)).status).toBe(303)
  expect((await sendForm(service)).status).toBe(303)
  await expectWhole(form.base)
})
