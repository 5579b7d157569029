import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import { VERSION } from '../../../contract/language/version.ts'
import type { Database } from '../database/db.ts'
import type { ReplicaState } from '../database/replicas.ts'
import { findWaitingWork } from '../jobs/due-work.ts'
import { member } from '../processes/group-member.ts'
import type { Metric } from '../processes/past-counts.rules.ts'
import { within } from '../within.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** How long a text is answered before the metrics are read again: reading them costs what many requests do. */
const KEPT_MS = 1_000
/** How long a figure from the database may take; after that, the others are answered without it. */
const FIGURE_MS = 2_000

/**
 * The metrics at /metrics: answers by operation and status, the pool, the process. In a group of processes they cover
 * all of them, whichever answers. Refusals are counted without their operation: anybody can have each operation refuse
 * them, and so make the text long.
 */
export function createMetrics(db: Database) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'sourcebook_answer_seconds',
    help: 'Time from request to answer, by operation and status; of refusals, by status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'sourcebook_database_connections',
    help: 'Database connections of this process, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = db.load
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  measureBuild(registry)
  measureWork(db, registry)
  if (db.replicas.length > 0) measureReplicas(db, registry)
  member?.offerMetrics(async () => (await registry.getMetricsAsJSON()) as unknown as Metric[])
  const read = async () =>
    (member === null ? registry : AggregatorRegistry.aggregate(await member.metrics())).metrics()
  return {
    contentType: registry.contentType,
    text: keptFor(KEPT_MS, read),
    observe: (operation: string, status: number, seconds: number) => {
      const isRefusal = status >= 400 && status < 500
      answers.observe({ operation: isRefusal ? 'any' : operation, status: String(status) }, seconds)
    },
  }
}

/** Reads once for all who ask while it reads, and for a while after that. */
function keptFor(ms: number, read: () => Promise<string>): () => Promise<string> {
  let kept: Promise<string> | undefined
  const forget = () => {
    kept = undefined
  }
  return () => {
    if (!kept) {
      kept = read()
      kept.then(() => setTimeout(forget, ms).unref(), forget)
    }
    return kept
  }
}

function measureBuild(registry: Registry): void {
  new Gauge({
    name: 'sourcebook_build_info',
    help: '1, with the version of the service and of Node',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1)
}

/** The background work that is due: in how many workspaces, and for how long. Both stay near 0 while a worker keeps up. */
function measureWork(db: Database, registry: Registry): void {
  let reading: ReturnType<typeof findWaitingWork> | undefined
  const read = () => {
    reading ??= within(findWaitingWork(db), FIGURE_MS)
      .then(({ value = [] }) => value)
      .catch(() => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (name: string, help: string, of: 'count' | 'seconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const waiting = await read()
        this.reset()
        for (const work of waiting) this.set({ kind: work.kind }, work[of])
      },
    })
  gauge(
    'sourcebook_work_waiting_workspaces',
    'Workspaces with background work of the kind that is due',
    'count',
  )
  gauge(
    'sourcebook_work_oldest_seconds',
    'How long the oldest background work of the kind has been due',
    'seconds',
  )
}

/** The reads that replicas may serve: who served them, and how far behind each replica is. */
function measureReplicas(db: Database, registry: Registry): void {
  const registers = [registry]
  new Counter({
    name: 'sourcebook_replica_reads_total',
    help: 'Reads that a replica has served',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset()
      for (const { place, reads } of db.replicas) this.inc({ replica: place }, reads)
    },
  })
  new Counter({
    name: 'sourcebook_replica_fallbacks_total',
    help: 'Reads that the primary served instead: no replica was fit, none had caught up, or one failed',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(db.fallbacks)) this.inc({ reason }, count)
    },
  })
  const gauge = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    of: (r: ReplicaState) => number,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      aggregator,
      registers,
      collect() {
        for (const replica of db.replicas) this.set({ replica: replica.place }, of(replica))
      },
    })
  gauge(
    'sourcebook_replica_usable',
    'Whether reads go to the replica: 1, or 0 for any process whose reads do not',
    'min',
    ({ isUsable }) => Number(isUsable),
  )
  gauge(
    'sourcebook_replica_synchronous',
    'Whether reads go on there while there is no primary: 1, or 0 for any process whose reads do not',
    'min',
    ({ standsIn }) => Number(standsIn),
  )
  gauge(
    'sourcebook_replica_lag_bytes',
    'What the primary had written and the replica had not replayed when it was last asked',
    'max',
    ({ lagBytes }) => lagBytes,
  )
  gauge(
    'sourcebook_replica_lag_seconds',
    'How long the replica took to replay what the primary had; while it is behind, for how long it has been',
    'max',
    ({ lagMs }) => lagMs / 1000,
  )
}
