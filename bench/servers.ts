/**
 * `npm run bench -- servers`: the same service, one web process each, on a plain PostgreSQL, behind PgBouncer in transaction
 * mode, and on a Citus cluster of a coordinator and two nodes, all on this machine. Only one is under load at a time, in
 * turn, so the ratios hold on a machine that does other work. A server that this machine does not have is skipped. Needs
 * `wrk`; a cluster and the plain PostgreSQL are of the same version.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findServer } from '../scripts/test-servers.mjs'
import { migrate } from '../server/platform/database/migrate.ts'
import { startPgBouncer } from '../server/tests/support/postgres/pgbouncer.ts'
import { startBenchCluster } from './cluster.ts'
import { type Board, makeWorkspaces } from './desk.ts'
import { deskColumns, deskRow } from './desk-rows.ts'
import { freePort, type Postgres, startPostgres } from './postgres.ts'
import { median, printTable } from './report.ts'
import { startServer } from './server.ts'
import { measure, type Request, type Sample } from './wrk.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
const WORKSPACES = 50
/** What a board has before anybody writes to it. */
const FILLED = 400

/** A service and its database. */
interface Server {
  name: string
  port: number
  pid: number
  /** The processes of its database. */
  databases: readonly number[]
  boards: Board[]
}

interface Work {
  name: string
  clients: number
  /** Rows per request, if it writes several. */
  each?: number
  requests: (boards: Board[]) => Request[]
}

const works: Work[] = [
  {
    name: `POST one row, 64 clients, ${WORKSPACES} workspaces`,
    clients: 64,
    requests: (boards) => rowsOf(Array.from({ length: 400 }, (_, n) => boards[n % WORKSPACES]!)),
  },
  {
    name: 'POST one row, 64 clients, one workspace',
    clients: 64,
    requests: ([board]) => rowsOf(Array(400).fill(board)),
  },
  {
    name: 'POST one row, 1 client',
    clients: 1,
    requests: ([board]) => rowsOf(Array(400).fill(board)),
  },
  {
    name: 'POST 500 rows, 4 in flight',
    clients: 4,
    each: 500,
    requests: ([board]) =>
      [0, 500, 1000, 1500].map((start) => ({
        method: 'POST',
        path: '/v1/ingest/rows',
        key: board!.secret,
        body: { rows: Array.from({ length: 500 }, (_, n) => ({ cells: deskRow(start + n) })) },
      })),
  },
  {
    name: `a list of 100 rows, 16 clients, ${WORKSPACES} workspaces`,
    clients: 16,
    requests: (boards) =>
      boards.map(({ definitionId, token }) => ({
        method: 'GET',
        path: `/v1/boards/${definitionId}/rows?limit=100`,
        key: token,
      })),
  },
  {
    name: `100 rows by key, 16 clients, ${WORKSPACES} workspaces`,
    clients: 16,
    requests: (boards) =>
      boards.map(({ secret }) => ({
        method: 'GET',
        path: '/v1/ingest/board?limit=100',
        key: secret,
      })),
  },
]

const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
await chmod(home, 0o755) // PostgreSQL may run as another user
const ends: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
try {
  await main()
} finally {
  for (const end of ends.reverse()) await end()
}

async function main(): Promise<void> {
  const citus = findServer('citus')
  const postgres = await startPostgres(citus.program && dirname(citus.program))
  ends.push(postgres.stop)
  const servers = [await onPostgres(postgres), await behindPgBouncer(postgres), await onCitus()]
  const found = servers.filter((server) => server !== undefined)
  const table: string[][] = []
  for (const [index, work] of works.entries()) {
    if (only && !only.split(',').includes(String(index + 1))) continue
    const samples = found.map((): Sample[] => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, server] of found.entries()) {
        samples[i]!.push(
          await measure(work.requests(server.boards), {
            port: server.port,
            pid: server.pid,
            postgres: server.databases,
            clients: work.clients,
            seconds: SECONDS,
            warmUp: round === 0,
          }),
        )
      }
    }
    table.push(...linesOf(work, found, samples))
  }
  console.log(`PostgreSQL ${postgres.version}, ${ROUNDS} rounds of ${SECONDS} s\n`)
  printTable(
    [
      '',
      '',
      'per second',
      'of plain (range)',
      'p50',
      'of plain',
      'CPU per request: server + database',
    ],
    table,
  )
}

async function onPostgres(postgres: Postgres): Promise<Server> {
  const url = await postgres.database('plain')
  await migrate({ connectionString: url })
  return serve('PostgreSQL', [postgres.pid], { DATABASE_URL: url })
}

async function behindPgBouncer(postgres: Postgres): Promise<Server | undefined> {
  const { program, version, missing } = findServer('pgbouncer')
  if (program === undefined) return skip(`PgBouncer: ${missing}`)
  const direct = new URL(await postgres.database('pooled'))
  await migrate({ connectionString: direct.href })
  const server = { host: direct.hostname, port: Number(direct.port), user: direct.username }
  const directory = join(home, 'pooler')
  const pooler = await startPgBouncer(program, server, 'transaction', directory, await freePort())
  ends.push(pooler.stop)
  const pooled = new URL(direct)
  pooled.port = String(pooler.port)
  return serve(`PgBouncer ${version}`, [postgres.pid, pooler.pid], {
    DATABASE_URL: pooled.href,
    DATABASE_DIRECT_URL: direct.href,
  })
}

async function onCitus(): Promise<Server | undefined> {
  const { program, version, missing } = findServer('citus')
  if (program === undefined) return skip(`Citus: ${missing}`)
  const cluster = await startBenchCluster(program, home, 2)
  ends.push(cluster.stop)
  return serve(`Citus ${version}`, cluster.pids, { DATABASE_URL: cluster.url })
}

async function serve(
  name: string,
  databases: readonly number[],
  urls: Record<string, string>,
): Promise<Server> {
  const env = { ...urls, SECRET_KEY: randomBytes(32).toString('hex'), SIGNUP: 'open' }
  const server = await startServer(await mkdtemp(join(home, 'data-')), { command: 'web', env })
  ends.push(server.stop)
  const boards = await makeWorkspaces(server.port, WORKSPACES, deskColumns)
  for (const { secret } of boards) {
    const rows = Array.from({ length: FILLED }, (_, n) => ({ cells: deskRow(n + 1) }))
    const answer = await fetch(`http://127.0.0.1:${server.port}/v1/ingest/rows`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rows }),
    })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  }
  console.error(`${name} is ready`)
  await sleep(1_000) // the memory of the sign-ups' passwords
  return { name, port: server.port, pid: server.pid, databases, boards }
}

function linesOf(work: Work, servers: readonly Server[], samples: readonly Sample[][]): string[][] {
  const [plain] = samples as [Sample[]]
  return samples.map((found, i) => {
    const ratios = (of: (sample: Sample) => number) =>
      found.map((sample, round) => of(sample) / of(plain[round]!))
    const rates = ratios(({ perSecond }) => perSecond)
    const figure = (of: keyof Sample) => median(found.map((sample) => sample[of]))
    return [
      i === 0 ? work.name : '',
      servers[i]!.name,
      (figure('perSecond') * (work.each ?? 1)).toLocaleString('en', { maximumFractionDigits: 0 }),
      `${median(rates).toFixed(2)} (${Math.min(...rates).toFixed(2)}–${Math.max(...rates).toFixed(2)})`,
      `${figure('p50').toFixed(2)} ms`,
      `× ${median(ratios(({ p50 }) => p50)).toFixed(2)}`,
      `${figure('cpu').toFixed(2)} + ${figure('database').toFixed(2)} ms`,
    ]
  })
}

function rowsOf(boards: readonly Board[]): Request[] {
  return boards.map(({ secret }, n) => ({
    method: 'POST',
    path: '/v1/ingest/rows',
    key: secret,
    body: { cells: deskRow(n + 1) },
  }))
}

function skip(why: string): undefined {
  console.log(`SKIPPED ${why}`)
}
