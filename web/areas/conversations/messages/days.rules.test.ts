import { expect, test } from 'vitest'
import { byDay } from './days.rules.ts'

const at = (occurred_at: string) => ({ occurred_at })
const dayOf = (moment: string) => moment.slice(0, 10)

test('items stand under their day, in order', () => {
  const [a, b, c] = [
    at('2026-03-01T08:00:00Z'),
    at('2026-03-01T23:59:00Z'),
    at('2026-03-02T00:00:00Z'),
  ]
  expect(byDay([a, b, c], dayOf)).toEqual([
    { day: '2026-03-01', items: [a, b] },
    { day: '2026-03-02', items: [c] },
  ])
  expect(byDay([], dayOf)).toEqual([])
})
