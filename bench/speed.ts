/**
 * `npm run bench -- speed`, or `quick` with short rounds: how fast the service handles rows like those that desks send,
 * compared in one run with the floor (pgbench on typed tables of the same PostgreSQL, over TCP) and with what a good
 * developer writes by hand (`by-hand.ts`). Every round measures each of them in turn. Needs `wrk` and `pgbench`.
 *
 * CPU is the user and system time per request of the server's and PostgreSQL's processes. It hardly depends on what
 * else the machine does. No line of reads asks for the same again and again: it has 200 different requests, in turn.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bundledServer } from '../server/tests/support/processes/bundled-server.ts'
import { cpuOf } from './cpu.ts'
import { type Board, makeBoards } from './desk.ts'
import { DESK_TABLE, deskColumns, deskRow, fill, typedRow } from './desk-rows.ts'
import { needed, query } from './postgres.ts'
import { median, printTable } from './report.ts'
import { residentMiB, startByHand, startServer } from './server.ts'
import { openSideBySide } from './side-by-side.ts'
import { measure, type Request, type Sample } from './wrk.ts'

const quick = process.argv.includes('quick')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? (quick ? 1 : 3))
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? (quick ? 3 : 5))
const FILLED = 100_000
/** The titles of 200 different lists. */
const TITLES = Array.from({ length: 200 }, (_, n) => `Title ${n}`)
const run = promisify(execFile)

interface Work {
  name: string
  clients: number
  /** Rows per request, if it writes rows. */
  each?: number
  /** Other numbers of clients to measure it with, unless in a short run. */
  alsoAt?: readonly number[]
  floor: { script: string; mode: 'prepared' | 'simple' }
  byHand: Request[]
  /** The credential of the service's requests. */
  credential: string
  service: Record<string, Request[]>
  /** Whether there are indexes on demand. For `none`, a web process runs alone: without a worker, none are made. */
  indexes?: 'none' | 'ready'
}

const pgbench = await needed('pgbench')
const { postgres, home, plain, database, env, ends, end } = await openSideBySide(FILLED)
try {
  await main()
} finally {
  await end()
}

async function main(): Promise<void> {
  await query(plain, DESK_TABLE('leads'))
  const names = deskColumns.map(({ name }) => name).join(', ')
  const first = await startServer(home, { env })
  await first.stop()
  const service = await startServer(home, { env })
  ends.push(() => service.stop())
  const idle = await idleMemory(service.pid)
  const [hot, filled] = (await makeBoards(service.port, 2, deskColumns)) as [Board, Board]
  await fill(database, filled, FILLED)
  const byHand = await startByHand(plain)
  ends.push(byHand.stop)

  const sorted = TITLES.map((title): Request => {
    const filter = encodeURIComponent(JSON.stringify({ column: 'title', op: 'eq', value: title }))
    const path = `/v1/boards/${filled.definitionId}/rows?limit=100&sort=price&filter=${filter}`
    return { method: 'GET', path }
  })
  const sortedByHand = (table: string) =>
    TITLES.map(
      (title): Request => ({
        method: 'GET',
        path: `/${table}/sorted?title=${encodeURIComponent(title)}`,
      }),
    )
  const bodies = Array.from({ length: 400 }, (_, n) => n + 1)
  const one = (cells: (n: number) => object): Request[] =>
    bodies.map((n) => ({ method: 'POST', path: '/v1/ingest/rows', body: { cells: cells(n) } }))
  const batch = (cells: (n: number) => object): Request[] =>
    [0, 500, 1000, 1500].map((start) => ({
      method: 'POST',
      path: '/v1/ingest/rows',
      body: { rows: Array.from({ length: 500 }, (_, n) => ({ cells: cells(start + n) })) },
    }))
  const hundreds = Array.from({ length: FILLED / 100 }, (_, n) => n * 100)
  const pageAfter = (position: number): Request => ({
    method: 'GET',
    path: `/v1/ingest/board?limit=100&cursor=${Buffer.from(`[${position}]`).toString('base64url')}`,
  })
  const insertOne = `INSERT INTO leads (${names}) VALUES (${sqlRow(deskRow(1))}) RETURNING id;`
  const insertMany = `INSERT INTO leads (${names}) VALUES ${bodiesOf(500)};`
  const handOne = bodies.map((n) => ({ method: 'POST' as const, path: '/rows', body: deskRow(n) }))
  const works: Work[] = [
    {
      name: 'POST one row, 64 clients',
      clients: 64,
      floor: { script: insertOne, mode: 'prepared' },
      byHand: handOne,
      credential: hot.secret,
      service: { '': one(deskRow), 'as people type them': one(typedRow) },
    },
    {
      name: 'POST one row, 1 client',
      clients: 1,
      floor: { script: insertOne, mode: 'prepared' },
      byHand: handOne,
      credential: hot.secret,
      service: { '': one(deskRow) },
    },
    {
      name: 'POST 500 rows, 4 in flight',
      clients: 4,
      each: 500,
      alsoAt: [1, 2, 8, 16],
      floor: { script: insertMany, mode: 'simple' },
      byHand: [0, 500].map((start) => ({
        method: 'POST',
        path: '/rows/batch',
        body: Array.from({ length: 500 }, (_, n) => deskRow(start + n)),
      })),
      credential: hot.secret,
      service: { '': batch(deskRow), 'as people type them': batch(typedRow) },
    },
    {
      name: '100 of 100k by key, 200 pages, 16 clients',
      clients: 16,
      floor: {
        script:
          '\\set after random(0, 199) * 100\nSELECT * FROM filled WHERE id > :after ORDER BY id LIMIT 100;',
        mode: 'prepared',
      },
      byHand: hundreds
        .slice(0, 200)
        .map((after) => ({ method: 'GET', path: `/rows?after=${after}` })),
      credential: filled.secret,
      // Of all pages in turn, none stays in memory, so each is read as if for the first time.
      service: {
        '': hundreds.slice(0, 200).map(pageAfter),
        'all 1,000 pages in turn': hundreds.map(pageAfter),
      },
    },
    {
      name: 'filter and sort of 100k rows, no index, 4 clients',
      clients: 4,
      floor: { script: sortedSql('filled'), mode: 'prepared' },
      byHand: sortedByHand('filled'),
      credential: filled.token,
      service: { '': sorted },
      indexes: 'none',
    },
    {
      name: 'filter and sort of 100k rows, indexed, 16 clients',
      clients: 16,
      floor: { script: sortedSql('indexed'), mode: 'prepared' },
      byHand: sortedByHand('indexed'),
      credential: filled.token,
      service: { '': sorted },
      indexes: 'ready',
    },
  ]

  const table: string[][] = []
  for (const [index, work] of works.entries()) {
    if (only && !only.split(',').includes(String(index + 1))) continue
    const alone = work.indexes === 'none'
    if (alone) await service.stop()
    const server = alone ? await startServer(home, { command: 'web', env }) : service
    if (work.indexes === 'ready') {
      await untilIndexed(server.port, sorted[0]!.path, filled.token, database)
    }
    const samples = new Map<string, Sample[]>()
    const add = (name: string, sample: Sample) =>
      samples.set(name, [...(samples.get(name) ?? []), sample])
    for (let round = 0; round < ROUNDS; round++) {
      add('floor', await measureFloor(work, plain))
      const by = {
        clients: work.clients,
        seconds: SECONDS,
        postgres: postgres.pid,
        warmUp: round === 0,
      }
      const hand = { ...by, port: byHand.port, pid: byHand.pid }
      const served = { ...by, port: server.port, pid: server.pid, key: work.credential }
      add('by hand', await measure(work.byHand, hand))
      // A short run leaves out the variants of a line.
      for (const [name, requests] of Object.entries(work.service).slice(0, quick ? 1 : undefined)) {
        add(`service ${name}`.trim(), await measure(requests, served))
      }
      for (const clients of quick ? [] : (work.alsoAt ?? [])) {
        add(`by hand, ${clients} in flight`, await measure(work.byHand, { ...hand, clients }))
        const requests = work.service['']!
        add(`service, ${clients} in flight`, await measure(requests, { ...served, clients }))
      }
    }
    table.push(...rowsOf(work, samples))
    if (alone) {
      await server.stop()
      Object.assign(service, await startServer(home, { env }))
    }
  }
  table.push(
    ['resident memory, idle', '', `${idle} MiB`, '', '', '', '', ''],
    [
      'resident memory, at the end',
      '',
      `${await residentMiB(service.pid)} MiB`,
      '',
      '',
      '',
      '',
      '',
    ],
    ['start on data, a clone', '', `${service.seconds.toFixed(2)} s`, '', '', '', '', ''],
  )
  await service.stop()
  const release = await startReleases(env)
  table.push(
    ['start on data, a release', '', `${release.seconds.toFixed(2)} s`, '', '', '', '', ''],
    ['resident memory of a release, idle', '', `${release.idle} MiB`, '', '', '', '', ''],
  )
  console.log(`PostgreSQL ${postgres.version} over TCP, ${ROUNDS} rounds of ${SECONDS} s\n`)
  printTable(
    [
      '',
      '',
      'per second',
      'p50',
      'p99',
      'of the floor (spread)',
      'of by hand',
      'CPU per request: server + PostgreSQL',
    ],
    table,
  )
}

/** How long the bundle that a release installs takes to be ready, the median of three starts after a first one, and its memory. */
async function startReleases(
  env: Record<string, string>,
): Promise<{ seconds: number; idle: number }> {
  const seconds: number[] = []
  let idle = 0
  for (let n = 0; n < 4; n++) {
    const started = await startServer(home, { env, bin: bundledServer() })
    if (n === 3) idle = await idleMemory(started.pid)
    await started.stop()
    if (n > 0) seconds.push(started.seconds)
  }
  return { seconds: median(seconds), idle }
}

/** In MiB, once it has freed the memory of its start. */
async function idleMemory(pid: number): Promise<number> {
  await sleep(3_000)
  return residentMiB(pid)
}

function rowsOf(work: Work, samples: Map<string, Sample[]>): string[][] {
  const floor = samples.get('floor')!
  const handOf = (name: string) =>
    samples.get(name.replace('service', 'by hand')) ?? samples.get('by hand')!
  return [...samples].map(([name, found], i) => {
    const ratios = found.map((sample, round) => sample.perSecond / floor[round]!.perSecond)
    const hand = handOf(name)
    const handed = found.map((sample, round) => sample.perSecond / hand[round]!.perSecond)
    const figure = (of: keyof Sample) => median(found.map((sample) => sample[of]))
    return [
      i === 0 ? work.name : '',
      name,
      (figure('perSecond') * (work.each ?? 1)).toLocaleString('en', { maximumFractionDigits: 0 }),
      `${figure('p50').toFixed(2)} ms`,
      Number.isNaN(figure('p99')) ? '' : `${figure('p99').toFixed(1)} ms`,
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
      i === 0 ? '' : median(handed).toFixed(2),
      `${figure('cpu').toFixed(2)} + ${figure('database').toFixed(2)} ms`,
    ]
  })
}

async function measureFloor({ clients, floor }: Work, url: string): Promise<Sample> {
  const file = join(home, 'floor.sql')
  await writeFile(file, floor.script)
  const before = await cpuOf(postgres.pid)
  const { stdout } = await run(
    pgbench,
    [
      '-n',
      '-M',
      floor.mode,
      '-c',
      `${clients}`,
      '-j',
      clients > 1 ? '2' : '1',
      '-T',
      `${Math.max(1, SECONDS)}`,
      '-f',
      file,
      url,
    ],
    { maxBuffer: 1e8 },
  )
  const cpu = (await cpuOf(postgres.pid)) - before
  const count = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  const latency = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1])
  return { perSecond, p50: latency, p99: Number.NaN, cpu: 0, database: cpu / count }
}

/** Repeats a request, which asks for the indexes, until they are ready, and prints how long that took. */
async function untilIndexed(port: number, path: string, token: string, url: string): Promise<void> {
  const start = performance.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    const [row] = await query(url, `SELECT bool_and(state = 'ready') AS there FROM column_indexes`)
    if (row!.there) break
    if (performance.now() - start > 120_000) throw new Error('no index was made')
  }
  console.error(`indexed after ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

function sortedSql(table: string): string {
  return `\\set n random(0, 199)\nSELECT * FROM ${table} WHERE title = 'Title ' || :n::text ORDER BY price, id LIMIT 100;`
}

function bodiesOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `(${sqlRow(deskRow(n + 1))})`).join(', ')
}

function sqlRow(row: object): string {
  return Object.values(row)
    .map((value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    )
    .join(', ')
}
