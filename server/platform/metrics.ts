import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './database/db.ts'
import { member } from './processes/group-member.ts'
import type { Metric } from './processes/past-counts.rules.ts'

/**
 * The metrics at /metrics: answers by operation and status, the pool, the process. In a group of processes they cover
 * all of them, whichever answers.
 */
export function createMetrics(db: Database) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'sourcebook_answer_seconds',
    help: 'Time from request to answer, by operation and status',
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
  member?.offerMetrics(async () => (await registry.getMetricsAsJSON()) as unknown as Metric[])
  return {
    contentType: registry.contentType,
    text: async () =>
      (member === null ? registry : AggregatorRegistry.aggregate(await member.metrics())).metrics(),
    observe: (operation: string, status: number, seconds: number) =>
      answers.observe({ operation, status: String(status) }, seconds),
  }
}
