import { expect, test } from 'vitest'
import { stateOf, triesOf } from './deliveries.rules.ts'

const tried = { at: '2026-03-01T10:00:00Z', status: 200, error: null, ms: 12 }

test('a delivery that is sent again still shows its tries', () => {
  const again = { state: 'pending' as const, attempts: 0, log: [tried] }
  expect([stateOf(again), triesOf(again)]).toEqual(['to be sent again', 1])
  const first = { state: 'pending' as const, attempts: 0, log: [] }
  expect([stateOf(first), triesOf(first)]).toEqual(['to be sent', 0])
  const delivered = { state: 'delivered' as const, attempts: 1, log: [tried, tried] }
  expect([stateOf(delivered), triesOf(delivered)]).toEqual(['delivered', 2])
})
