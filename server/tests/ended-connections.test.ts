// While people, programs and visitors do all kinds of things and the background work goes on, the database ends all of its
// connections, again and again, as when it stops or somebody takes its place. Each time it is in the middle of something: a lock
// keeps one of the tables until some wait for it.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, callApi } from './support/clients/client.ts'
import { listen, until } from './support/clients/listener.ts'
import { type Desk, makeDesk, makePage } from './support/desks/fixtures.ts'
import { openForm } from './support/desks/forms.ts'
import { formOf, importerOf } from './support/desks/imports.ts'
import { hearUnheard } from './support/machine/unheard.ts'
import { type Received, startReceiver } from './support/outside/receiver.ts'
import { countLockWaits } from './support/postgres/database.ts'
import { startService, type TestService } from './support/service/service.ts'

/** Where something waits in the middle of its work: people, keys, an import, a message and the jobs. The soak takes all tables. */
const SOME = ['seats', 'ingest_rates', 'import_runs', 'messages', 'due_work']
/** How many have to wait, or else be answered because nothing needs the table. */
const ENOUGH = { waiting: 4, answered: 40 }

const unheard = hearUnheard()
let service: TestService
let desk: Desk
let receiver: Awaited<ReturnType<typeof startReceiver>>
let keeper: pg.Client
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startService({ outbound: { allowWebhooks: true } })
  desk = await makeDesk(service)
  keeper = new pg.Client(service.connection)
  await keeper.connect()
})
afterAll(async () => {
  unheard.stop()
  await keeper.end()
  await service.stop()
  receiver.stop()
})

test('every answer is sound, no process would have ended, and all work goes on', async () => {
  const work = await openWork()
  service.work()
  const tables = process.env.SOAK ? await allTables() : SOME
  const lanes = startLanes(work)
  for (const table of tables) await endConnections(table, lanes.answers)
  await lanes.end()
  const strange = lanes.answers.filter(
    ({ what, status }) =>
      (status >= 500 && status !== 503) || (status === 0 && what !== 'downloads'),
  )
  expect(strange).toEqual([])
  expect(await unheard.take()).toEqual([])
  const served = lanes.answers.filter(({ status }) => status < 300).length
  console.log(
    `figure: all connections ended ${tables.length} times, ${lanes.answers.length} answers, of which ${served} were successes`,
  )
  await everythingIsDone(work)
})

type Work = Awaited<ReturnType<typeof openWork>>

async function openWork() {
  const columns = [{ name: 'Name', type: 'text' }]
  const form = await openForm({ service, desk }, columns)
  const page = await makePage(service, desk.tokens.owner, columns)
  const row = await form.api('POST', '/rows', { cells: { name: 'First' } })
  const { email } = (await get('/v1/auth/session')).body.data.account
  await makeWebhook('/early')
  return { form, page, email, rowId: row.body.data.id as string }
}

const get = (path: string) => service.api('GET', path, { token: desk.tokens.owner })
const post = (path: string, body: object) =>
  service.api('POST', path, { token: desk.tokens.owner, body })

const makeWebhook = (path: string) =>
  post('/v1/webhooks', { url: receiver.url + path, types: ['rows.*'], role: 'admin' })

interface Answered {
  what: string
  status: number
  text: string
}

/** People, programs and visitors, who each do one thing after another. */
function startLanes({ form, page, email, rowId }: Work) {
  const answers: Answered[] = []
  const ending = new AbortController()
  const { signal } = ending
  const visitor = form.visitor()
  let nth = 0
  const ofKey = (method: string, path: string, token: string, body?: object) =>
    service.api(method, path, { token, body })
  const signIn = (path: string, body: object) =>
    callApi(service.origin, 'POST', path, { from: `10.9.${++nth >> 8}.${nth & 255}`, body })
  const steps: Record<string, () => Promise<Pick<Answer, 'status'> & { text?: string }>> = {
    'key writes': () =>
      ofKey('POST', '/v1/ingest/rows', form.secret, { cells: { name: `row ${++nth}` } }),
    'key writes a record': () =>
      ofKey('POST', '/v1/ingest/records', page.secret, {
        external_id: `one ${++nth % 7}`,
        cells: { name: `record ${nth}` },
      }),
    'key reads': () => ofKey('GET', '/v1/ingest/board', form.secret),
    lists: () => get(`${form.base}/rows?limit=20`),
    'reads the day': () => get('/v1/today'),
    'reads a timeline': () => get(`${form.base}/rows/${rowId}/timeline`),
    edits: () => form.api('PATCH', `/rows/${rowId}`, { cells: { name: `edited ${++nth}` } }),
    comments: () => form.api('POST', `/rows/${rowId}/comments`, { body: 'Noted' }),
    'signs in': () => signIn('/v1/auth/signin', { email, password: 'correct horse battery' }),
    'forgets a password': () => signIn('/v1/auth/password-reset', { email }),
    'opens a form': () => visitor.open(),
    imports: () =>
      service.api('POST', '/v1/boards/import', {
        token: desk.tokens.owner,
        body: formOf({ boardId: form.id, file: 'Name\nAcme\nBolt\n' }),
      }),
    texts: () =>
      post('/v1/comms/send', { medium: 'text', to: '+14155550199', content: `text ${++nth}` }),
    owes: () =>
      post('/v1/obligations', {
        title: 'Voided check',
        obligationType: 'stipulation',
        dueAt: '2099-01-31T12:00:00Z',
      }),
    'opens a deal': () => post('/v1/accounting/deals', { name: 'Refinancing', currency: 'USD' }),
    downloads: () => get(`${form.base}/export?format=csv`),
  }
  const all = Object.entries(steps).map(async ([what, step]) => {
    while (!signal.aborted) {
      // A download that has begun can only break off.
      const answer = await step().catch((error) => ({ status: 0, text: String(error) }))
      answers.push({ what, status: answer.status, text: answer.text ?? '' })
      await sleep(20)
    }
  })
  const listening = (async () => {
    while (!signal.aborted) {
      const stream = await listen(service.origin, '/v1/events/stream', { token: desk.tokens.owner })
      answers.push({ what: 'listens', status: stream.status, text: '' })
      await Promise.race([stream.ended, sleep(500, undefined, { signal }).catch(() => {})])
      stream.close()
    }
  })()
  return {
    answers,
    async end() {
      ending.abort()
      await Promise.all([...all, listening])
    },
  }
}

const allTables = async (): Promise<string[]> =>
  (
    await service.sql(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
    )
  ).map(({ relname }) => relname)

async function endConnections(table: string, answers: readonly Answered[]): Promise<void> {
  await keeper.query('BEGIN')
  await keeper.query(`LOCK TABLE ${table}`)
  const before = answers.length
  await until(
    async () =>
      answers.length >= before + ENOUGH.answered ||
      (await countLockWaits(service)) >= ENOUGH.waiting,
    `some to wait for ${table}`,
  )
  await keeper.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  await keeper.query('ROLLBACK')
  const served = () => answers.filter(({ status }) => status < 300).length
  const then = served()
  await until(() => served() >= then + 10, 'it to go on')
}

/** What is asked for now is done: nothing has stopped working. */
async function everythingIsDone({ form }: Work): Promise<void> {
  const token = desk.tokens.owner
  // What was being sent to the other one when its connection ended is tried again only after a while.
  await makeWebhook('/late')
  const stream = await listen(service.origin, '/v1/events/stream', { token })
  const run = await importerOf(service.api, token, { boardId: form.id }).run({
    file: 'Name\nLast\n',
  })
  expect(run).toMatchObject({ status: 'completed', imported: 1 })
  const { id } = (
    await post('/v1/comms/send', { medium: 'text', to: '+14155550199', content: 'The last' })
  ).body.data
  await until(
    async () =>
      (await service.sql('SELECT status FROM messages WHERE id = $1', [id]))[0].status !== 'queued',
    'the text to be sent',
  )
  const made = await form.api('POST', '/rows', { cells: { name: 'The last' } })
  const rowId: string = made.body.data.id
  const isLast = ({ path, body }: Received) => path === '/late' && body.includes(rowId)
  await until(() => receiver.received.some(isLast), 'the webhook')
  await until(
    () => stream.events.some(({ data }) => JSON.stringify(data).includes(rowId)),
    'it live',
  )
  stream.close()
}
