/**
 * `npm run bench -- speed`: how fast the service handles rows like those that desks send,
 * compared in one run with the floor (pgbench on typed tables of the same PostgreSQL, over TCP) and with what a good
 * developer writes by hand (`by-hand.ts`). Every round measures each of them in turn. Needs `wrk` and `pgbench`.
 *
 * CPU is the user and system time per request of the server's and PostgreSQL's processes. It hardly depends on what
 * else the machine does. No line of reads asks for the same again and again: it has 200 different requests, in turn.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { bundledServer } from '../server/tests/support/processes/bundled-server.ts'
import { type Board, makeBoards } from './desk.ts'
import {
  batches,
  handBatches,
  handLists,
  handRows,
  insertSql,
  rowsOneByOne,
  sortedLists,
  sortedSql,
  untilIndexed,
} from './desk-requests.ts'
import { DESK_TABLE, deskColumns, deskRow, fill, typedRow } from './desk-rows.ts'
import { measureFloor } from './pgbench.ts'
import { query } from './postgres.ts'
import { median, printTable } from './report.ts'
import { residentMiB, startByHand, startServer } from './server.ts'
import { openSideBySide } from './side-by-side.ts'
import { measure, type Request, type Sample } from './wrk.ts'

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const FILLED = 100_000

interface Work {
  name: string
  clients: number
  /** Rows per request, if it writes rows. */
  each?: number
  /** Other numbers of clients to measure it with. */
  alsoAt?: readonly number[]
  floor: { script: string; mode: 'prepared' | 'simple' }
  byHand: Request[]
  /** The credential of the service's requests. */
  credential: string
  service: Record<string, Request[]>
  /** Whether there are indexes on demand. For `none`, a web process runs alone: without a worker, none are made. */
  indexes?: 'none' | 'ready'
}

const { postgres, home, plain, database, env, ends, end } = await openSideBySide(FILLED)
try {
  await main()
} finally {
  await end()
}

async function main(): Promise<void> {
  await query(plain, DESK_TABLE('leads'))
  const first = await startServer(home, { env })
  await first.stop()
  const service = await startServer(home, { env })
  ends.push(() => service.stop())
  const idle = await idleMemory(service.pid)
  const [hot, filled] = (await makeBoards(service.port, 2, deskColumns)) as [Board, Board]
  await fill(database, filled, FILLED)
  const byHand = await startByHand(plain)
  ends.push(byHand.stop)

  const sorted = sortedLists(filled.definitionId)
  const hundreds = Array.from({ length: FILLED / 100 }, (_, n) => n * 100)
  const pageAfter = (position: number): Request => ({
    method: 'GET',
    path: `/v1/ingest/board?limit=100&cursor=${Buffer.from(`[${position}]`).toString('base64url')}`,
  })
  const works: Work[] = [
    {
      name: 'POST one row, 64 clients',
      clients: 64,
      floor: { script: insertSql(1), mode: 'prepared' },
      byHand: handRows,
      credential: hot.secret,
      service: { '': rowsOneByOne(deskRow), 'as people type them': rowsOneByOne(typedRow) },
    },
    {
      name: 'POST one row, 1 client',
      clients: 1,
      floor: { script: insertSql(1), mode: 'prepared' },
      byHand: handRows,
      credential: hot.secret,
      service: { '': rowsOneByOne(deskRow) },
    },
    {
      name: 'POST 500 rows, 4 in flight',
      clients: 4,
      each: 500,
      alsoAt: [1, 2, 8, 16],
      floor: { script: insertSql(500), mode: 'simple' },
      byHand: handBatches,
      credential: hot.secret,
      service: { '': batches(deskRow), 'as people type them': batches(typedRow) },
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
      byHand: handLists('filled'),
      credential: filled.token,
      service: { '': sorted },
      indexes: 'none',
    },
    {
      name: 'filter and sort of 100k rows, indexed, 16 clients',
      clients: 16,
      floor: { script: sortedSql('indexed'), mode: 'prepared' },
      byHand: handLists('indexed'),
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
      add(
        'floor',
        await measureFloor({
          ...work.floor,
          clients: work.clients,
          seconds: SECONDS,
          url: plain,
          postgres: postgres.pid,
        }),
      )
      const by = {
        clients: work.clients,
        seconds: SECONDS,
        postgres: postgres.pid,
        warmUp: round === 0,
      }
      const hand = { ...by, port: byHand.port, pid: byHand.pid }
      const served = { ...by, port: server.port, pid: server.pid, key: work.credential }
      add('by hand', await measure(work.byHand, hand))
      for (const [name, requests] of Object.entries(work.service)) {
        add(`service ${name}`.trim(), await measure(requests, served))
      }
      for (const clients of work.alsoAt ?? []) {
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
