import { expect, it } from 'vitest'
import { addPast, type Metric } from './past-counts.rules.ts'

const metric = (type: string, value: number, more: Partial<Metric> = {}): Metric => ({
  name: `a_${type}`,
  help: '',
  type,
  aggregator: 'sum',
  values: [
    { value, labels: { operation: 'read', status: '200' }, metricName: 'a_count' },
    { value: 2 * value, labels: { operation: 'write', status: '200' }, metricName: 'a_count' },
  ],
  ...more,
})

it('what processes counted before they ended adds up, by name and labels', () => {
  const past = [metric('counter', 1), metric('histogram', 10)]
  const ended = [
    metric('histogram', 100),
    metric('counter', 5, {
      values: [{ value: 5, labels: { status: '200', operation: 'read' }, metricName: 'a_count' }],
    }),
  ]
  const sums = addPast(past, ended)
  expect(sums.map(({ name, values }) => [name, ...values.map(({ value }) => value)])).toEqual([
    ['a_counter', 6, 2],
    ['a_histogram', 110, 220],
  ])
  expect(past).toEqual([metric('counter', 1), metric('histogram', 10)])
})

it('a state ends with its process, and so does what cannot be summed', () => {
  expect(addPast([], [metric('gauge', 1), metric('counter', 1, { aggregator: 'omit' })])).toEqual(
    [],
  )
})
