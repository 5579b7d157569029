// A release as npm installed it, under the Node that ran npm: it does what the sources do, on data that either has made.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard } from './support/desks/fixtures.ts'
import { importerOf } from './support/desks/imports.ts'
import { type Person, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { FROM_SOURCES } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const INSTALLED = process.env.TEST_COMMAND ?? 'bin/sourcebook.mjs'

let dataDir: string
beforeAll(async () => {
  dataDir = await temporaryDirectory()
})
afterAll(() => discard(dataDir))

const start = (bin: string) =>
  startServerProcess({ bin, env: { DATA_DIR: dataDir, SIGNUP: 'open' } })

/** Dates and times in the zone of a desk, on the two days when its clocks change. */
const TIMES = ['2025-03-04', '2025-03-09 02:30', '2025-11-02 01:30', '11/3/2025 5:00 PM']

const COLUMNS = [
  { name: 'Name', type: 'text' },
  { name: 'Day', type: 'date' },
  { name: 'Called', type: 'datetime' },
]

/** What a desk does in a day with a file, and what it then has. */
async function day(server: ServerProcess, owner: Person) {
  const { id, secret } = await makeBoard(server, owner.token, COLUMNS)
  for (const called of TIMES) {
    const cells = { Name: called, Day: '2025-03-04T00:00:00.000Z', Called: called }
    const row = await server.api('POST', '/v1/ingest/rows', { token: secret, body: { cells } })
    expect(row.status, row.text).toBe(201)
  }
  const { bytes } = await owner.api('GET', `/v1/boards/${id}/export?format=xlsx`)
  const { send, settled, rows } = importerOf(server.api, owner.token, { boardId: id })
  const sent = await send({ file: bytes, name: 'leads.xlsx' })
  expect(sent.status, sent.text).toBe(201)
  await settled(sent.body.data.id)
  return (await rows()).map(({ cells }) => cells)
}

test('it reads times, makes workbooks and reads them as the sources do', async () => {
  const released = await start(INSTALLED)
  const olga = await signUp(released)
  const made = await day(released, olga)
  expect(made).toHaveLength(2 * TIMES.length)
  const page = await fetch(released.url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<div id="root">')
  await released.stop()

  const sources = await start(FROM_SOURCES)
  expect(await day(sources, await signUp(sources))).toEqual(made)
  await signIn(sources, olga)
  const anna = await signUp(sources)
  await sources.stop()

  const again = await start(INSTALLED)
  await signIn(again, anna)
  const wrong = { email: anna.email, password: 'another one' }
  expect((await again.api('POST', '/v1/auth/signin', { body: wrong })).status).toBe(401)
  await again.stop()
})

async function signIn(server: ServerProcess, { email, password }: Person) {
  const answer = await server.api('POST', '/v1/auth/signin', { body: { email, password } })
  expect(answer.status, answer.text).toBe(201)
}
