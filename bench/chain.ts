/**
 * `npm run bench -- chain`: what the chain of history costs. How fast a worker seals, how fast `verify` compares, and the
 * CPU of both per entry; for events like those of ingest, one for each row, and for changes of rows. `BENCH_ENTRIES` is
 * how many there are of each, 200,000 by default. Then how much of ingest's own CPU it takes to seal what ingest wrote,
 * after long enough a load. Sealing goes without the pauses that a worker makes. Needs `wrk`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealWorkspace } from '../server/domains/chain/sealing.ts'
import { verifyWorkspace } from '../server/domains/chain/verifying.ts'
import { Database } from '../server/platform/database/db.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { createSeal } from '../server/platform/secrets/seal.ts'
import { cpuOf } from './cpu.ts'
import { makeBoards } from './desk.ts'
import { deskColumns, deskRow } from './desk-rows.ts'
import { query, startPostgres } from './postgres.ts'
import { printTable } from './report.ts'
import { startServer } from './server.ts'
import { measure, type Request } from './wrk.ts'

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 200_000)
const SECONDS = Number(process.env.BENCH_CHAIN_SECONDS ?? 20)
const ids = Array.from({ length: 1_000 }, (_, n) => n)
const singles: Request[] = ids.map((n) => ({
  method: 'POST',
  path: '/v1/ingest/rows',
  body: { cells: deskRow(n) },
}))
const WRITES: Record<string, { clients: number; requests: Request[] }> = {
  'POST one row, 64 clients': { clients: 64, requests: singles },
  'POST one row, 1 client': { clients: 1, requests: singles },
  'POST 500 rows, 4 clients': {
    clients: 4,
    requests: [0, 500].map((from) => ({
      method: 'POST',
      path: '/v1/ingest/rows',
      body: { rows: ids.slice(from, from + 500).map((n) => ({ cells: deskRow(n) })) },
    })),
  },
}
const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
const postgres = await startPostgres()
try {
  await main()
} finally {
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const url = await postgres.database('chain')
  const key = randomBytes(32).toString('hex')
  const connection = { connectionString: url }
  await migrate(connection)
  const server = await startServer(home, {
    command: 'web',
    env: { DATABASE_URL: url, SECRET_KEY: key },
  })
  const [board, busy] = await makeBoards(server.port, 2, deskColumns)
  const { workspaceId } = board!
  const db = new Database({ connection, poolSize: 1 })
  const seal = createSeal(key)
  const shares: string[][] = []
  for (const [name, { clients, requests }] of Object.entries(WRITES)) {
    shares.push([name, ...(await shareOf(clients, requests))])
  }
  await server.stop()
  await query(
    url,
    `INSERT INTO rows (workspace_id, id, definition_id, position, source, cells, created_by)
     SELECT '${workspaceId}', gen_random_uuid(), '${board!.definitionId}', n, 'api', '{}', 'user:1'
     FROM generate_series(1, 1000) AS n`,
  )
  const table: string[][] = []
  const fills = {
    'events of one row each': `INSERT INTO events (workspace_id, id, type, actor, subject, data)
      SELECT '${workspaceId}', gen_random_uuid(), 'rows.created', 'key:' || gen_random_uuid(),
        'board:${board!.definitionId}', jsonb_build_object('runs', jsonb_build_array(jsonb_build_array(n, 1)))
      FROM generate_series(1, ${ENTRIES}) AS n`,
    'changes of rows': `INSERT INTO row_history (workspace_id, row_id, id, actor, action, cells, version)
      SELECT workspace_id, id, gen_random_uuid(), 'user:1', 'updated',
        '{"1": ["Acme Lending", "Acme Lending LLC"], "4": ["12500.00", "15000.00"]}', n
      FROM rows, generate_series(1, ${ENTRIES / 1000}) AS n WHERE definition_id = '${board!.definitionId}'`,
  }
  for (const [name, fill] of Object.entries(fills)) {
    await query(url, fill)
    await query(url, 'VACUUM ANALYZE')
    table.push([`seal ${name}`, ...(await measured(() => sealAll(db, seal, workspaceId)))])
    const verified = await measured(async () => {
      const { findings, entries } = await verifyWorkspace(db, seal, workspaceId)
      if (findings.length > 0) throw new Error(JSON.stringify(findings[0]))
      return entries
    })
    table.push(['verify all so far', ...verified])
  }
  const [size] = await query(
    url,
    "SELECT pg_total_relation_size('chain_blocks') / sum(length(entries) / 48)::float8 AS each FROM chain_blocks",
  )
  await db.close()
  printTable(['', 'entries', 'per second', 'CPU per entry: Node.js + PostgreSQL'], table)
  console.log(`\n${Number(size!.each).toFixed(0)} bytes on disk per entry\n`)
  printTable(['', 'requests', 'CPU of a request', 'of sealing what it wrote', 'share'], shares)

  /** What the service and PostgreSQL take for the requests, and for sealing all that they wrote. */
  async function shareOf(clients: number, requests: Request[]): Promise<string[]> {
    const load = { port: server.port, pid: server.pid, postgres: postgres.pid, clients }
    const { perSecond, cpu, database } = await measure(requests, {
      ...load,
      key: busy!.secret,
      seconds: SECONDS,
    })
    const own = process.cpuUsage()
    const theirs = await cpuOf(postgres.pid)
    await sealNow(db, seal, workspaceId)
    const { user, system } = process.cpuUsage(own)
    const count = perSecond * SECONDS
    const sealing = ((user + system) / 1000 + (await cpuOf(postgres.pid)) - theirs) / count
    const us = (ms: number) => `${(ms * 1000).toFixed(1)} µs`
    return [
      count.toLocaleString('en', { maximumFractionDigits: 0 }),
      us(cpu + database),
      us(sealing),
      `${((sealing / (cpu + database)) * 100).toFixed(1)} %`,
    ]
  }
}

async function sealAll(db: Database, seal: ReturnType<typeof createSeal>, workspaceId: string) {
  const before = await verifyWorkspace(db, seal, workspaceId)
  await sealNow(db, seal, workspaceId)
  return before.unsealed
}

async function sealNow(db: Database, seal: ReturnType<typeof createSeal>, workspaceId: string) {
  while ((await sealWorkspace(db, seal, workspaceId, undefined, 0)) !== 'nothing') {}
}

async function measured(work: () => Promise<number>): Promise<string[]> {
  const since = performance.now()
  const own = process.cpuUsage()
  const theirs = await cpuOf(postgres.pid)
  const count = await work()
  const { user, system } = process.cpuUsage(own)
  const database = (await cpuOf(postgres.pid)) - theirs
  const perSecond = (count / (performance.now() - since)) * 1000
  const each = (ms: number) => `${((ms / count) * 1000).toFixed(1)} µs`
  return [
    count.toLocaleString('en'),
    perSecond.toLocaleString('en', { maximumFractionDigits: 0 }),
    `${each((user + system) / 1000)} + ${each(database)}`,
  ]
}
