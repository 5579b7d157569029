// One workspace is at its worst, in each of twelve ways. Another one, on the same process, hardly notices.
// SECONDS=5 tries each way for 5 seconds.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bad, makeBad, ways } from './scenarios/neighbours.ts'
import { makeBoard } from './support/desks/fixtures.ts'
import { signUp } from './support/desks/people.ts'
import { startNameServer } from './support/outside/name-server.ts'
import { startReceiver } from './support/outside/receiver.ts'
import { startSink } from './support/outside/smtp-sink.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { asOwner } from './support/postgres/postgres.ts'
import { startProcess } from './support/processes/child-process.ts'
import { type ServerProcess, startServerProcess } from './support/processes/server-process.ts'

const SECONDS = Number(process.env.SECONDS ?? 30)
/** How much longer the slowest answers of the quiet workspace may take, and how late its webhooks and emails may be. */
const MOST_TIMES = 3
const MOST_LATE_MS = 5_000
const LISTING = new URL('./scenarios/listing-thread.ts', import.meta.url)
const BAD_CLIENT = fileURLToPath(new URL('./scenarios/bad-client.ts', import.meta.url))

let database: TestDatabase
let server: ServerProcess
let names: Awaited<ReturnType<typeof startNameServer>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let sink: Awaited<ReturnType<typeof startSink>>
let silent: Server
let bad: Bad
let quiet: { token: string; board: string }
beforeAll(async () => {
  database = await createTestDatabase()
  names = await startNameServer()
  receiver = await startReceiver()
  sink = await startSink()
  silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  server = await startServerProcess({
    env: {
      ...database.env,
      WEB_PROCESSES: '1',
      SIGNUP: 'open',
      LOG_LEVEL: 'fatal',
      ALLOW_PRIVATE_WEBHOOKS: '1',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      RATE_LIMIT_INGEST: '1000000',
      NODE_OPTIONS: `--import=${asking(names.server)}`,
    },
  })
  quiet = await makeQuiet()
  const { port } = silent.address() as { port: number }
  const hung = { url: `http://127.0.0.1:${port}/`, port }
  const owner = await signUp(server)
  bad = await asOwner(database.connection, (sql) => makeBad(server, sql, owner, hung))
  await measure()
})
afterAll(async () => {
  await server.stop()
  silent.close()
  receiver.stop()
  await sink.stop()
  await names.close()
  await database.drop()
})

/** A module that has a process ask that name server. */
const asking = (address: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { promises } from 'node:dns'
     promises.Resolver = class extends promises.Resolver {
       constructor(options) { super(options); this.setServers(['${address}']) }
     }`,
  )}`

async function makeQuiet() {
  const { token } = await signUp(server)
  const { id } = await makeBoard(server, token, [{ name: 'Name', type: 'text' }])
  const make = async (path: string, body: object) => {
    const { status, text } = await server.api('POST', path, { token, body })
    expect(status, text).toBe(201)
  }
  for (let n = 0; n < 50; n++) await make(`/v1/boards/${id}/rows`, { cells: { name: `Row ${n}` } })
  await make('/v1/webhooks', { url: receiver.url, types: ['rows.*'], role: 'owner' })
  await make('/v1/comms/channels', {
    name: 'Desk',
    medium: 'email',
    provider: 'smtp',
    from: 'quiet@funding.example',
    settings: { host: '127.0.0.1', port: sink.port, security: 'none' },
  })
  return { token, board: id }
}

interface Measured {
  p99Ms: number
  /** The latest webhook and the latest email, since the answer that accepted what they tell. */
  hookMs: number
  mailMs: number
}

/** Lists rows again and again, and once a second adds one and sends an email. */
async function measure(): Promise<Measured> {
  const { token, board } = quiet
  const workerData = { url: `${server.url}/v1/boards/${board}/rows`, token, seconds: SECONDS }
  const listing = once(new Worker(LISTING, { workerData }), 'message')
  const sent: Promise<{ hookMs: number; mailMs: number }>[] = []
  for (let n = 0; n < SECONDS; n++) {
    sent.push(tell())
    await sleep(1_000)
  }
  const [times] = (await listing) as [number[]]
  const late = await Promise.all(sent)
  return {
    p99Ms: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!,
    hookMs: Math.max(...late.map(({ hookMs }) => hookMs)),
    mailMs: Math.max(...late.map(({ mailMs }) => mailMs)),
  }
}

async function tell() {
  const { token, board } = quiet
  const mark = crypto.randomUUID()
  const add = async () => {
    const body = { cells: { name: mark } }
    expect((await server.api('POST', `/v1/boards/${board}/rows`, { token, body })).status).toBe(201)
    return latenessOf(() => receiver.received.some(({ body }) => body.includes(mark)))
  }
  const mail = async () => {
    const body = { medium: 'email', to: `${mark}@client.example`, subject: 'Hello', content: 'Hi' }
    expect((await server.api('POST', '/v1/comms/send', { token, body })).status).toBe(201)
    return latenessOf(() => sink.mailed.some(({ to }) => to[0]!.startsWith(mark)))
  }
  const [hookMs, mailMs] = await Promise.all([add(), mail()])
  return { hookMs, mailMs }
}

/** How long something takes to come. After a minute it counts as never. */
async function latenessOf(isThere: () => boolean): Promise<number> {
  const since = performance.now()
  while (!isThere()) {
    if (performance.now() - since > 60_000) return Number.POSITIVE_INFINITY
    await sleep(20)
  }
  return performance.now() - since
}

const figures: string[] = []
afterAll(() => {
  console.log(`figure: p99 before → during, and the latest: ${figures.join('; ')}`)
})

test.each(Object.keys(ways))(
  'the answers, webhooks and emails of another workspace go on: %s',
  async (name) => {
    const before = await measure()
    const client = startProcess(BAD_CLIENT, [name, JSON.stringify(bad)])
    await sleep(3_000)
    const during = await measure()
    client.kill('SIGTERM')
    await client.exited
    const figure = `${name}: ${before.p99Ms.toFixed(0)} → ${during.p99Ms.toFixed(0)} ms, webhooks ${during.hookMs.toFixed(0)} ms, emails ${during.mailMs.toFixed(0)} ms`
    console.log(figure)
    figures.push(figure)
    expect(during.p99Ms / before.p99Ms, figure).toBeLessThanOrEqual(MOST_TIMES)
    expect(Math.max(during.hookMs, during.mailMs), figure).toBeLessThanOrEqual(MOST_LATE_MS)
  },
)
