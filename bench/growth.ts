/**
 * `npm run bench -- growth`: how many more rows a cluster writes on three nodes than on one, for 50 workspaces. Each node gets a
 * share of one core (`BENCH_QUOTA`, in percent), small enough that the nodes are the limit, as if each were a machine;
 * the coordinator and the service are not limited. It is one cluster: the 50 workspaces of the first line are all on one
 * node, those of the second on all three. Only the nodes of a workspace take part in its writes. Needs `wrk`, Citus, and
 * control groups of version 1 that may be written to.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServer } from '../scripts/test-servers.mjs'
import { listMembers } from '../server/platform/database/cluster/cluster.sql.ts'
import { findParts } from '../server/platform/database/cluster/moves.sql.ts'
import { withOwner } from '../server/platform/database/owner.ts'
import type { Cluster } from '../server/tests/support/postgres/cluster.ts'
import { startBenchCluster } from './cluster.ts'
import { type Board, makeBoards } from './desk.ts'
import { deskColumns, deskRow } from './desk-rows.ts'
import { limit, type Quota, quotaFault } from './quota.ts'
import { median, printTable } from './report.ts'
import { startServer } from './server.ts'
import { measure, type Request, type Sample } from './wrk.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SHARE = Number(process.env.BENCH_QUOTA ?? 10) / 100
const WORKSPACES = 50
const NODES = 3

const home = await mkdtemp(join(tmpdir(), 'sourcebook-bench-'))
await chmod(home, 0o755) // PostgreSQL may run as another user
const ends: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
try {
  const { program, missing } = findServer('citus')
  const fault = missing ?? (await quotaFault())
  if (program === undefined || fault !== undefined) console.log(`SKIPPED growth: ${fault}`)
  else await main(program)
} finally {
  for (const end of ends.reverse()) await end()
}

async function main(program: string): Promise<void> {
  const cluster = await startBenchCluster(program, home, NODES)
  ends.push(cluster.stop)
  const service = await startServer(await mkdtemp(join(home, 'data-')), {
    command: 'web',
    env: {
      DATABASE_URL: cluster.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      SIGNUP: 'open',
      // A request that waits for one node has to leave connections to those of the others.
      POOL_SIZE: '48',
    },
  })
  ends.push(service.stop)
  const variants = await makeVariants(cluster, service.port)
  const quotas = new Map<number, Quota>()
  for (const pid of cluster.pids.slice(1)) {
    const quota = await limit(pid, SHARE)
    quotas.set(pid, quota)
    ends.push(quota.end)
  }

  const samples: Sample[][] = variants.map(() => [])
  const waited: number[][] = variants.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { boards, nodes }] of variants.entries()) {
      const throttled = () => Promise.all(nodes.map((pid) => quotas.get(pid)!.throttled()))
      await throttled()
      const sample = await measure(requestsOf(boards), {
        port: service.port,
        pid: service.pid,
        postgres: nodes,
        clients: 64,
        seconds: SECONDS,
        warmUp: round === 0,
      })
      samples[i]!.push(sample)
      const shares = await throttled()
      waited[i]!.push(shares.reduce((sum, share) => sum + share, 0) / shares.length)
    }
  }
  console.log(
    `A coordinator, and nodes with ${(SHARE * 100).toFixed(0)} % of a core each; ${ROUNDS} rounds of ${SECONDS} s\n`,
  )
  printTable(
    [
      `POST one row, 64 clients, ${WORKSPACES} workspaces`,
      'per second',
      'of one node (range)',
      'p50',
      'CPU per request: service + nodes',
      'how often a node waited for its core',
    ],
    variants.map(({ name }, i) => {
      const found = samples[i]!
      const ratios = found.map(({ perSecond }, round) => perSecond / samples[0]![round]!.perSecond)
      const figure = (of: keyof Sample) => median(found.map((sample) => sample[of]))
      return [
        name,
        figure('perSecond').toFixed(0),
        `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
        `${figure('p50').toFixed(0)} ms`,
        `${figure('cpu').toFixed(2)} + ${figure('database').toFixed(2)} ms`,
        `${(median(waited[i]!) * 100).toFixed(0)} % of the time`,
      ]
    }),
  )
}

interface Variant {
  name: string
  boards: Board[]
  /** The processes of the nodes that have them. */
  nodes: number[]
}

/** Signs up as many workspaces as it takes until one node has all that one variant needs, and each its part of the other's. */
async function makeVariants(
  { connection, workers, pids }: Cluster,
  port: number,
): Promise<Variant[]> {
  return withOwner(connection, async (client) => {
    const members = await listMembers(client)
    const processOf = (node: number) =>
      pids[
        1 + workers.findIndex((one) => one.port === members.find(({ id }) => id === node)?.port)
      ]!
    const byNode = new Map<number, Board[]>()
    const full = () => [...byNode].find(([, boards]) => boards.length >= WORKSPACES)
    const each = Math.ceil(WORKSPACES / NODES)
    const isEnough = () =>
      full() !== undefined &&
      byNode.size === NODES &&
      [...byNode.values()].every(({ length }) => length >= each)
    for (let n = 1; !isEnough(); n++) {
      const [board] = (await makeBoards(port, 1, deskColumns, `Bench ${n}`)) as [Board]
      const { node } = (await findParts(client, [board.workspaceId]))[0]!
      byNode.set(node, [...(byNode.get(node) ?? []), board])
    }
    const [alone, boards] = full()!
    const spread = Array.from(
      { length: WORKSPACES },
      (_, n) => [...byNode.values()][n % NODES]![Math.floor(n / NODES)]!,
    )
    return [
      { name: 'on one node', boards: boards.slice(0, WORKSPACES), nodes: [processOf(alone)] },
      { name: `on ${NODES} nodes`, boards: spread, nodes: pids.slice(1) },
    ]
  })
}

function requestsOf(boards: readonly Board[]): Request[] {
  return Array.from({ length: 400 }, (_, n) => ({
    method: 'POST',
    path: '/v1/ingest/rows',
    key: boards[n % WORKSPACES]!.secret,
    body: { cells: deskRow(n + 1) },
  }))
}
