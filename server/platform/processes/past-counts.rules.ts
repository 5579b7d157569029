/** A metric in prom-client’s JSON form. */
export interface Metric {
  name: string
  help: string
  type: string
  /** How prom-client puts those of several processes together. */
  aggregator: string
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[]
}

const RISING = new Set(['counter', 'histogram', 'summary'])

/**
 * Adds what a process had counted when it ended to what others before it had. Sums over all processes then never fall
 * when one is replaced, which a monitor would take for a restart. What only was a state, such as open connections, ends
 * with the process.
 */
export function addPast(past: readonly Metric[], ended: readonly Metric[]): Metric[] {
  const sums = new Map<string, Metric>()
  const cells = new Map<string, Metric['values'][number]>()
  for (const metric of [...past, ...ended]) {
    if (!RISING.has(metric.type) || metric.aggregator !== 'sum') continue
    const { name } = metric
    const sum = sums.get(name) ?? { ...metric, values: [] }
    sums.set(name, sum)
    for (const value of metric.values) {
      const at = JSON.stringify([name, value.metricName, Object.entries(value.labels).sort()])
      const cell = cells.get(at)
      if (cell) cell.value += value.value
      else {
        const first = { ...value }
        cells.set(at, first)
        sum.values.push(first)
      }
    }
  }
  return [...sums.values()]
}
