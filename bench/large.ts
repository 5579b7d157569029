/**
 * `npm run bench -- large`: one board as it grows, such as a desk's that has outgrown a machine. BENCH_SIZES names the
 * numbers of rows, 1 and 10 million by default; 50 million need 40 GB of disk and an hour or two. The rows are put
 * straight into the table, and everything else goes through the service. Needs `wrk`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeCursor } from '../server/platform/http/cursor.ts'
import { type Board, makeBoards } from './desk.ts'
import { query, startPostgres } from './postgres.ts'
import { printTable } from './report.ts'
import { startServer } from './server.ts'
import { INDUSTRIES, insertVaried, variedColumns, variedRow } from './varied-rows.ts'
import { measure, type Request } from './wrk.ts'

const SIZES = (process.env.BENCH_SIZES ?? '1000000,10000000').split(',').map(Number)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
/** How many rows go into the table at a time. */
const STEP = 1_000_000
/** What an administrator sets for so much. */
const SETTINGS = { shared_buffers: '4GB', max_wal_size: '4GB', maintenance_work_mem: '1GB' }
/** The indexes on demand are made a minute or more after somebody has asked for them. */
const INDEXED_MS = 3_600_000

const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const postgres = await startPostgres(undefined, SETTINGS)
const url = await postgres.database('large')
const server = await startServer(home, {
  env: { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('hex') },
})
try {
  const [board] = (await makeBoards(server.port, 1, variedColumns)) as [Board]
  const columns: Record<string, string>[] = []
  let filled = 0
  for (const size of SIZES) {
    columns.push(await atSize(board, filled, size))
    filled = size
  }
  const names = Object.keys(columns[0]!)
  printTable(
    ['', ...SIZES.map((size) => `${size / 1e6} M rows`)],
    names.map((name) => [name, ...columns.map((column) => column[name]!)]),
  )
} finally {
  await server.stop()
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
}

async function atSize(board: Board, from: number, size: number): Promise<Record<string, string>> {
  const figures: Record<string, string> = {}
  const rows = `/v1/boards/${board.definitionId}/rows?limit=100`
  const load = { port: server.port, pid: server.pid, postgres: postgres.pid, seconds: SECONDS }
  const perSecond = async (name: string, clients: number, requests: Request[], each = 1) => {
    const key = requests[0]!.method === 'POST' ? board.secret : board.token
    const sample = await measure(requests, { ...load, clients, key, warmUp: true })
    figures[name] = `${number(sample.perSecond * each)} (${sample.database.toFixed(2)} ms)`
    console.error(`${size}: ${name}: ${figures[name]}`)
  }
  const reads = (queries: string[]): Request[] =>
    queries.map((one) => ({ method: 'GET', path: `${rows}${one}` }))
  const anywhere = (n: number) => 1 + ((n * 7919 * 7919) % (size - 100))

  for (let next = from + 1; next <= size; next += STEP) {
    await insertVaried({ connectionString: url }, board, next, Math.min(next + STEP - 1, size))
  }
  figures['vacuum and analyze after that'] = await seconds(() => query(url, 'VACUUM ANALYZE rows'))
  figures['rows, and their indexes'] = await sizeOf('rows')
  const one = Array.from({ length: 400 }, (_, n) => ({
    method: 'POST' as const,
    path: '/v1/ingest/rows',
    body: { cells: variedRow(n) },
  }))
  await perSecond('one row, 64 clients', 64, one)
  const many = Array.from({ length: 500 }, (_, n) => ({ cells: variedRow(n) }))
  const batch = { method: 'POST' as const, path: '/v1/ingest/rows', body: { rows: many } }
  await perSecond('500 rows, 4 clients: rows', 4, [batch], 500)
  const thousand = Array.from({ length: 1_000 }, (_, n) => n)
  await perSecond('first 100 rows, 16 clients', 16, reads(['']))
  await perSecond(
    '100 rows after any position, 16 clients',
    16,
    reads(thousand.map((n) => `&cursor=${encodeCursor([anywhere(n)])}`)),
  )
  if (from > 0) await query(url, "UPDATE text_indexes SET state = 'wanted'") // the rows came without events
  figures['first search'] = await seconds(() => get(`${rows}&search=${someone(1)}`))
  figures['until searches have their index'] = await seconds(() => ready('text_indexes'))
  figures['texts to search, and their indexes'] = await sizeOf('row_texts')
  await perSecond(
    'search that finds one, 4 clients',
    4,
    reads(thousand.map((n) => `&search=${someone(n)}`)),
  )
  await perSecond('search that finds all, 4 clients', 4, reads(['&search=delgado']))
  // A larger size finds the index there.
  figures['first list of one industry, by amount'] = await seconds(() => get(`${rows}${sorted(0)}`))
  figures['until it has its index'] = await seconds(() => ready('column_indexes'))
  await perSecond(
    'one industry, by amount, 16 clients',
    16,
    reads(INDUSTRIES.map((_, n) => sorted(n))),
  )
  figures['count of one industry'] = await seconds(() =>
    get(`/v1/boards/${board.definitionId}/rows?limit=1&count=true&filter=${industry(7)}`),
  )
  figures['vacuum after changing 1 % of the rows'] = await seconds(async () => {
    await query(
      url,
      `UPDATE rows SET cells = cells || '{"9": "Called again."}' WHERE position % 100 = ${SIZES.indexOf(size)}`,
    )
    await query(url, 'VACUUM rows')
  })
  return figures

  function someone(n: number): string {
    return `rosa${anywhere(n)}@harbor.example`
  }

  /** Asks as the app does. Whoever asks first waits without the index, and makes the worker add it. */
  async function get(path: string): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { authorization: `Bearer ${board.token}` },
    })
    const body = await answer.text()
    if (!answer.ok && answer.status !== 503) throw new Error(`${path} answered ${body}`)
    if (!answer.ok) console.error(`${size}: ${path} answered ${body}`)
  }
}

function industry(n: number): string {
  return encodeURIComponent(JSON.stringify({ column: 'industry', op: 'eq', value: INDUSTRIES[n] }))
}

function sorted(n: number): string {
  return `&sort=amount&filter=${industry(n)}`
}

/** Waits until all indexes of a kind are made. */
async function ready(kind: 'column_indexes' | 'text_indexes'): Promise<void> {
  const end = performance.now() + INDEXED_MS
  for (;;) {
    const [found] = await query(
      url,
      `SELECT coalesce(bool_and(state = 'ready'), false) AS ready FROM ${kind}`,
    )
    if (found!.ready) return
    if (performance.now() > end) throw new Error('no index was made')
    await sleep(250)
  }
}

async function sizeOf(table: string): Promise<string> {
  const [size] = await query(
    url,
    `SELECT pg_size_pretty(pg_table_size('${table}')) || ' + ' || pg_size_pretty(pg_indexes_size('${table}')) AS of`,
  )
  return size!.of as string
}

async function seconds(work: () => Promise<unknown>): Promise<string> {
  const start = performance.now()
  await work()
  console.error(`${((performance.now() - start) / 1000).toFixed(1)} s`)
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}
