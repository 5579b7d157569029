/**
 * `node bench/messages.ts`: how fast two workers send emails from the queue to a mail server that accepts everything,
 * compared with the floor (the statements that claim and settle, with nothing sent in between); how long it takes from
 * a POST to the mail server's DATA; and how long a claim takes with many queued. Prints the table of
 * docs/figures.md. BENCH_MESSAGES sets how many emails a round has, BENCH_QUEUED how many are queued for the claim,
 * BENCH_ROUNDS the number of rounds.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { settle, takeTurn } from '../server/domains/comms/sending/deliveries.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import type { Tx } from '../server/platform/database/tx.ts'
import { startEmbedded } from '../server/platform/embedded/embedded.ts'
import { queueMessages } from '../server/tests/support/messages/queued-messages.ts'
import { urlOf } from '../server/tests/support/postgres/postgres.ts'
import { makeBoards, sent } from './desk.ts'
import { RawConnection, request } from './load.ts'
import { median, printTable } from './report.ts'
import { startServer } from './server.ts'

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 4000)
const QUEUED = Number(process.env.BENCH_QUEUED ?? 200_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const WORKERS = 2
/** How many a worker claims in a turn. */
const A_TURN = 10

const dataDir = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const database = await startEmbedded({ dataDir, log: pino({ level: 'fatal' }) })
const { connection } = database
await migrate(connection)
const owner = new pg.Client(connection)
const children: ChildProcess[] = []
let server: Awaited<ReturnType<typeof startServer>> | undefined
try {
  await owner.connect()
  const secrets = { DATABASE_URL: urlOf(connection), SECRET_KEY: 'x'.repeat(64) }
  // Allows the mail server on any port, because its port is not known yet.
  const env = { ...secrets, OUTBOUND_ALLOW: '127.0.0.1' }
  server = await startServer(dataDir, { command: 'web', env })
  const { port } = server
  const sql = async (text: string, values?: unknown[]) => (await owner.query(text, values)).rows
  const { workspaceId, token } = (await makeBoards(port, 1))[0]!
  const queue = (many: number) => queueMessages(sql, workspaceId, many, 'email')

  const floors: number[] = []
  for (let round = 0; round < ROUNDS; round++) floors.push(await floorRate())
  const sink = start('smtp-sink.ts')
  const [{ port: smtpPort }] = await once(sink, 'message')
  const times: number[] = []
  sink.on('message', (message: { times: number[] }) => times.push(...message.times))
  await connect(port, token, smtpPort)
  const workers = Array.from({ length: WORKERS }, () =>
    start('../bin/sourcebook.mjs', ['worker'], { ...env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
  )
  const services: number[] = []
  await sendAll() // opens the connections and compiles the code
  for (let round = 0; round < ROUNDS; round++) services.push(await sendAll())
  const waits = await postToData()
  for (const worker of workers) worker.kill()
  await Promise.all(workers.map((worker) => once(worker, 'exit')))

  const few = await claimTime(1000)
  const many = await claimTime(QUEUED)
  const per = (rates: number[]) => Math.round(median(rates)).toLocaleString('en')
  printTable(
    ['', '', '', ''],
    [
      [`emails, ${WORKERS} workers`, 'floor: claimed and settled', `${per(floors)}/s`, '1.00'],
      [
        '',
        'queued to accepted by SMTP',
        `${per(services)}/s`,
        (median(services) / median(floors)).toFixed(2),
      ],
      ['POST to the mail server’s DATA', 'p50', `${median(waits).toFixed(1)} ms`, ''],
      [`a claim of ${A_TURN}`, '1,000 queued', `${few.toFixed(2)} ms`, ''],
      [
        '',
        `${QUEUED.toLocaleString('en')} queued`,
        `${many.toFixed(2)} ms`,
        (many / few).toFixed(2),
      ],
    ],
  )

  /** Messages per second, from when they are queued until the mail server has the last one. */
  async function sendAll(): Promise<number> {
    times.length = 0
    await queue(MESSAGES)
    const since = performance.timeOrigin + performance.now()
    while (times.length < MESSAGES) await sleep(20)
    const rate = (MESSAGES * 1000) / (Math.max(...times) - since)
    while (await left()) await sleep(50)
    console.error(`service: ${rate.toFixed(0)}/s`)
    return rate
  }

  async function left(): Promise<boolean> {
    const open = "SELECT FROM message_deliveries WHERE state IN ('pending', 'claimed') LIMIT 1"
    return (await sql(open)).length > 0
  }

  /** Measures the milliseconds from a POST to DATA, while the service does nothing else. */
  async function postToData(): Promise<number[]> {
    const http = await RawConnection.open(port)
    const body = { medium: 'email', to: 'ann@funding.example', content: 'Your funds are out.' }
    const waits: number[] = []
    for (let n = 0; n < 60; n++) {
      times.length = 0
      await sleep(100)
      const from = performance.timeOrigin + performance.now()
      await sent(http, request('POST', '/v1/comms/send', token, body))
      while (times.length === 0) await sleep(5)
      waits.push(times[0]! - from)
    }
    http.close()
    return waits
  }

  /** Messages per second for the workers' statements alone, on as many connections, until nothing is left. */
  async function floorRate(): Promise<number> {
    await queue(MESSAGES)
    await sql('ANALYZE')
    const since = performance.now()
    await Promise.all(
      Array.from({ length: WORKERS }, () =>
        asWorker(async (tx) => {
          while ((await turn(tx)) > 0);
        }),
      ),
    )
    const rate = (MESSAGES * 1000) / (performance.now() - since)
    console.error(`floor: ${rate.toFixed(0)}/s`)
    return rate
  }

  /** The median time of a claim, in ms, with that many messages queued. */
  async function claimTime(queued: number): Promise<number> {
    await sql('TRUNCATE message_deliveries, message_attachments, messages')
    await queue(queued)
    await sql('VACUUM ANALYZE')
    const took: number[] = []
    await asWorker(async (tx) => {
      for (let n = 0; n < 60; n++) took.push(await claimAndSettle(tx))
    })
    return median(took.slice(10))
  }

  async function turn(tx: Transaction): Promise<number> {
    const claimed = await tx(async (tx) => takeTurn(tx, async () => undefined, A_TURN, 'floor'))
    await settleAll(tx, claimed)
    return claimed.length
  }

  async function claimAndSettle(tx: Transaction): Promise<number> {
    const since = performance.now()
    const claimed = await tx(async (tx) => takeTurn(tx, async () => undefined, A_TURN, 'floor'))
    const took = performance.now() - since
    await settleAll(tx, claimed)
    return took
  }

  async function settleAll(tx: Transaction, claimed: Awaited<ReturnType<typeof takeTurn>>) {
    if (claimed.length === 0) return
    const settlements = claimed.map(({ message: { id, fence } }) => ({
      id,
      fence,
      state: 'sent' as const,
      status: 'sent' as const,
      waitMs: null,
      why: null,
      externalId: null,
      facts: {},
    }))
    await tx((tx) => settle(tx, settlements))
  }

  /** Opens a connection as the owner, which bypasses row-level security, for prepared statements. */
  async function asWorker(use: (tx: Transaction) => Promise<void>): Promise<void> {
    const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
    await client.connect()
    await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId])
    const run = async (text: string, values: unknown[] = []) =>
      (await client.query({ name: nameOf(text), text, values })).rows
    const tx = {
      run,
      once: run,
      queue: (...statement: [string]) => void run(...statement),
    } as unknown as Tx
    await use(async (work) => {
      await client.query('BEGIN')
      const result = await work(tx)
      await client.query('COMMIT')
      return result
    })
    await client.end()
  }
} finally {
  for (const child of children) child.kill()
  await owner.end()
  await server?.stop()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

function start(file: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess {
  const child = fork(new URL(file, import.meta.url), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

/** Makes a channel for email through the API. */
async function connect(port: number, token: string, smtpPort: number): Promise<void> {
  const http = await RawConnection.open(port)
  const channel = {
    name: 'Bench',
    medium: 'email',
    provider: 'smtp',
    from: 'desk@desk.example',
    settings: { host: '127.0.0.1', port: smtpPort, security: 'none' },
  }
  await sent(http, request('POST', '/v1/comms/channels', token, channel))
  http.close()
}

function nameOf(text: string): string {
  let hash = 0
  for (const char of text) hash = (hash * 31 + char.charCodeAt(0)) | 0
  return `m${hash}`
}
