/**
 * `npm run bench -- processes`: the same load on one, two and four web processes. On a machine with fewer cores than
 * processes, the rate shows only whether more of them cost something. CPU per request says the rest: if it stays the
 * same, each added core serves as many requests as the first. Needs `wrk`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Board, makeBoards } from './desk.ts'
import { deskColumns, deskRow } from './desk-rows.ts'
import { startPostgres } from './postgres.ts'
import { median, printTable } from './report.ts'
import { startServer } from './server.ts'
import { measure, type Request, type Sample } from './wrk.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const COUNTS = [1, 2, 4]

const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const postgres = await startPostgres()
try {
  await main()
} finally {
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const env = {
    DATABASE_URL: await postgres.database('sourcebook'),
    SECRET_KEY: randomBytes(32).toString('hex'),
  }
  const servers = []
  for (const count of COUNTS) {
    servers.push(await startServer(home, { env: { ...env, WEB_PROCESSES: String(count) } }))
  }
  try {
    await sleep(3_000) // until the others of each group are ready
    const [board] = (await makeBoards(servers[0]!.port, 1, deskColumns)) as [Board]
    const rows = Array.from({ length: 400 }, (_, n) => deskRow(n + 1))
    const works: [string, Request[], number][] = [
      [
        'POST one row, 64 clients',
        rows.map((cells) => ({ method: 'POST', path: '/v1/ingest/rows', body: { cells } })),
        64,
      ],
      ['first 100 by key, 16 clients', [{ method: 'GET', path: '/v1/ingest/board?limit=100' }], 16],
    ]
    const table: string[][] = []
    for (const [name, requests, clients] of works) {
      const samples: Sample[][] = COUNTS.map(() => [])
      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, { port, pid }] of servers.entries()) {
          const load = { port, pid, postgres: postgres.pid, clients, seconds: SECONDS }
          const sample = await measure(requests, {
            ...load,
            key: board.secret,
            warmUp: round === 0,
          })
          samples[i]!.push(sample)
        }
      }
      table.push(
        ...samples.map((found, i) => rowOf(i === 0 ? name : '', COUNTS[i]!, found, samples[0]!)),
      )
    }
    console.log(`PostgreSQL ${postgres.version} over TCP, ${ROUNDS} rounds of ${SECONDS} s\n`)
    printTable(
      [
        '',
        'web processes',
        'per second',
        'of one process',
        'CPU per request: service + PostgreSQL',
        'of one process',
      ],
      table,
    )
  } finally {
    for (const server of servers) await server.stop()
  }
}

function rowOf(name: string, count: number, found: Sample[], one: Sample[]): string[] {
  const cpuOf = ({ cpu, database }: Sample) => cpu + database
  const ratio = (of: (sample: Sample) => number) =>
    median(found.map((sample, round) => of(sample) / of(one[round]!))).toFixed(2)
  const figure = (of: (sample: Sample) => number) => median(found.map(of))
  return [
    name,
    String(count),
    figure(({ perSecond }) => perSecond).toLocaleString('en', { maximumFractionDigits: 0 }),
    ratio(({ perSecond }) => perSecond),
    `${figure(({ cpu }) => cpu).toFixed(2)} + ${figure(({ database }) => database).toFixed(2)} ms`,
    ratio(cpuOf),
  ]
}
