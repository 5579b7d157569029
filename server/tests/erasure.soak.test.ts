// A message, a person and a workspace are erased on a service of its own. Then every table, every file in DATA_DIR and every log
// line is searched for a word that was in all of their texts. ROWS=20000 makes a bigger board.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './support/clients/client.ts'
import { until } from './support/clients/listener.ts'
import { importerOf } from './support/desks/imports.ts'
import { acceptPath, type Person, personOf, signUp } from './support/desks/people.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { asOwner, embeddedIn } from './support/postgres/postgres.ts'
import { type Ran, runProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'
import { dumpAll } from './support/service/dump.ts'

const ROWS = Number(process.env.ROWS ?? (process.env.SOAK ? 20_000 : 2_000))
const AT_ONCE = 500
const PASSWORD = 'correct horse'

let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  dataDir = await temporaryDirectory()
  server = await startServerProcess({
    env: { DATA_DIR: dataDir, SECRET_KEY: '', SIGNUP: 'open', LOG_LEVEL: 'trace' },
  })
})
afterAll(async () => {
  await server.stop()
  await discard(dataDir)
})

const command = (...words: string[]): Promise<Ran> =>
  runProcess('bin/sourcebook.mjs', words, { DATA_DIR: dataDir, SECRET_KEY: '' })
const sql = <T>(use: Parameters<typeof asOwner<T>>[1]) => asOwner(embeddedIn(dataDir), use)

function made(answer: Answer) {
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

/** How many rows of tables, log lines and kept files have the word; and files of PostgreSQL, by folder. */
async function traces(word: string) {
  const inTables = (await sql(dumpAll))
    .split('\n')
    .filter((line) => line.toLowerCase().includes(word))
  const kept: string[] = []
  const raw: string[] = []
  for (const path of await readdir(dataDir, { recursive: true })) {
    const whole = join(dataDir, path)
    if (!(await stat(whole).catch(() => undefined))?.isFile()) continue
    const bytes = await readFile(whole).catch(() => undefined)
    if (!bytes?.toString('latin1').toLowerCase().includes(word)) continue
    ;(path.startsWith('pg') ? raw : kept).push(path)
  }
  const inLog = (server.stdout() + server.stderr())
    .toLowerCase()
    .split('\n')
    .filter((line) => line.includes(word))
  return { inTables, kept, inLog, raw }
}

/** Waits until no table, kept file or log line has the word, and says how many had it and how long that took. */
async function erased(word: string, erase: () => Promise<unknown>): Promise<string> {
  await sql((run) => run('CHECKPOINT'))
  const before = await traces(word)
  expect(before.inTables.length).toBeGreaterThan(0)
  const began = performance.now()
  await erase()
  await until(async () => (await traces(word)).inTables.length === 0, 'it to be gone')
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  const after = await traces(word)
  expect({ ...after, raw: [] }).toEqual({ inTables: [], kept: [], inLog: [], raw: [] })
  return `${before.inTables.length} lines of tables and ${before.kept.length} kept files had it, none ${seconds} s later`
}

/** Somebody in the workspace of `by`, and everything that a person can leave behind. */
async function makePerson(by: Person, board: string, row: string): Promise<Person> {
  const name = 'Cleo Quillperson'
  const email = 'c.quillperson@desk.example'
  const headers = { 'user-agent': 'Quillperson 1.0' }
  const invited = await by.api('POST', '/v1/workspace/seats', {
    body: { email, role: 'member', name },
  })
  const accepted = await server.api('POST', acceptPath(invited), {
    body: { name, password: PASSWORD },
    headers,
  })
  const person = personOf(server, accepted, PASSWORD)
  await person.api('PATCH', '/v1/auth/account', { body: { name: 'Cora Quillperson' } })
  const post = async (path: string, body: object) =>
    made(await person.api('POST', path, { body, headers: { 'idempotency-key': path } }))
  await post('/v1/auth/tokens', { name: 'Quillperson’s laptop', scopes: ['records:read'] })
  await post('/v1/comms/send', { medium: 'text', to: '+12015550001', content: 'Hello' })
  const comments = `/v1/boards/${board}/rows/${row}/comments`
  const body = { body: 'Ask @Cora Quillperson.', mentions: [person.crmUserId] }
  made(await by.api('POST', comments, { body }))
  return person
}

/** A workspace with the word in each kind of thing that it can hold. */
async function makeWorkspace(owner: Person, word: string): Promise<{ board: string; row: string }> {
  const post = async (path: string, body: object) => made(await owner.api('POST', path, { body }))
  await owner.api('PATCH', '/v1/workspace', { body: { name: `Desk ${word}` } })
  const { id: board } = await post('/v1/boards', { name: `Board ${word}` })
  await post(`/v1/boards/${board}/columns`, { name: `${word} name`, type: 'text' })
  await post(`/v1/boards/${board}/columns`, { name: 'Paper', type: 'file' })
  await post(`/v1/boards/${board}/columns`, {
    name: 'Kind',
    type: 'select',
    settings: { options: [{ label: word }] },
  })
  const key = `${word.toLowerCase()}_name`
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File([`${word} in a file`], `${word}.txt`, { type: 'text/plain' }))
    return made(await owner.api('POST', '/v1/files', { body: form })).id
  }
  const first = await post(`/v1/boards/${board}/rows`, {
    cells: { [key]: `${word} first`, paper: [await upload()] },
  })
  for (let nth = 0; nth < ROWS; nth += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, i) => ({
      cells: { [key]: `${word} ${nth + i}` },
    }))
    await post(`/v1/boards/${board}/rows`, { rows })
  }
  await owner.api('PATCH', `/v1/boards/${board}/rows/${first.id}`, {
    body: { cells: { [key]: `${word} changed` } },
  })
  await post(`/v1/boards/${board}/rows/${first.id}/comments`, { body: `About ${word}` })
  await owner.api('GET', `/v1/boards/${board}/rows?search=${word}`)
  await importerOf(server.api, owner.token, { boardId: board }).run({
    file: `${word} name\n${word} imported\n`,
  })
  await post(`/v1/boards/${board}/keys`, { name: word, scopes: ['rows:write'] })
  await post('/v1/webhooks', {
    url: `https://${word.toLowerCase()}.example/`,
    types: ['rows.created'],
    role: 'admin',
  })
  await post('/v1/workspace/teams', { name: word })
  await post('/v1/obligations', { title: word, obligationType: 'stipulation', notes: word })
  await post('/v1/accounting/deals', { name: word, currency: 'USD', fundedMinor: 100_000 })
  const sent = await post('/v1/comms/send', {
    medium: 'email',
    to: `a@${word.toLowerCase()}.example`,
    subject: word,
    content: word,
    content_html: `<b>${word}</b>`,
    attachments: [await upload()],
  })
  await post(`/v1/comms/conversations/${sent.conversation_id}/messages`, {
    content: `Again ${word}`,
  })
  return { board, row: first.id }
}

test('nothing is left of a message, a person and a workspace in tables, kept files and logs', async () => {
  const figures: string[] = []
  const bystander = await signUp(server, 'Bea Bystander')
  await bystander.api('POST', '/v1/definitions/leads/rows', {
    body: { cells: { business: 'Corner Deli' } },
  })
  const owner = await signUp(server, 'Otto Owner')
  const { board, row } = await makeWorkspace(owner, 'Quillworkspace')

  const message = made(
    await owner.api('POST', '/v1/comms/send', {
      body: {
        medium: 'email',
        to: 'a@b.example',
        subject: 'Quillmessage',
        content: 'Quillmessage',
      },
    }),
  )
  figures.push(
    `a message: ${await erased('quillmessage', () => owner.api('DELETE', `/v1/comms/messages/${message.id}`))}`,
  )

  const person = await makePerson(owner, board, row)
  // So that their entries are sealed before they change.
  await until(
    async () => !(await command('verify')).stdout.includes('not sealed yet'),
    'everything to be sealed',
  )
  figures.push(
    `a person: ${await erased('quillperson', () =>
      person.api('POST', '/v1/auth/account/erase', {
        body: { email: person.email, password: PASSWORD },
      }),
    )}`,
  )
  const verified = await command('verify')
  expect(verified.stdout + verified.stderr).toContain('Everything is as it was sealed.')
  expect(verified.stdout).toMatch(/\d+ of them no longer name a person who was erased/)

  const { name } = (await owner.api('GET', '/v1/workspace')).body.data
  figures.push(
    `a workspace with ${ROWS.toLocaleString('en-US')} rows: ${await erased('quillworkspace', () =>
      owner.api('POST', '/v1/workspace/delete', { body: { name, password: owner.password } }),
    )}`,
  )
  expect(await sql(dumpAll)).not.toContain(owner.workspaceId)
  expect((await bystander.api('GET', '/v1/workspace')).status).toBe(200)
  expect((await command('verify')).code).toBe(0)

  // What PostgreSQL still has in its own files is in pages and in the log that it will overwrite.
  const raw = async () => (await traces('quill')).raw
  const inPages = (paths: string[]) => paths.filter((path) => !path.includes('pg_wal')).length
  const namesOf = (paths: string[]) =>
    sql((run) =>
      run(
        `SELECT relname::text AS name FROM pg_class
         WHERE pg_relation_filenode(oid)::text = ANY ($1::text[]) ORDER BY 1`,
        [
          paths.map((path) =>
            path
              .split('/')
              .at(-1)!
              .replace(/[._].*/, ''),
          ),
        ],
      ),
    )
  const inLog = (paths: string[]) => paths.filter((path) => path.includes('pg_wal')).length
  await sql((run) => run('CHECKPOINT'))
  const before = await raw()
  await sql((run) => run('VACUUM FULL'))
  await sql((run) => run('CHECKPOINT'))
  const after = await raw()
  expect(await namesOf(after)).toEqual([])
  expect(inPages(after)).toBe(0)
  figures.push(
    `in PostgreSQL’s own files: ${inPages(before)} of tables and indexes had traces in freed space, ${inPages(after)} after VACUUM FULL; ${inLog(after)} of its log`,
  )
  console.log(`figure: ${figures.join('; ')}`)
})
