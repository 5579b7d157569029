import { expect, test } from 'vitest'
import { listedDays } from './day-rows.rules.ts'

test('full days leave room for the others, and nothing is read of a day without rows', () => {
  const counts = new Map([
    ['2026-11-03', 619],
    ['2026-11-04', 3],
    ['2026-11-05', 1236],
    ['2026-11-06', 0],
    ['2026-11-13', 5],
  ])
  expect(listedDays(counts, 500)).toEqual(['2026-11-04', '2026-11-13'])
  expect(listedDays(counts, 627)).toEqual(['2026-11-03', '2026-11-04', '2026-11-13'])
  expect(listedDays(counts, 7)).toEqual(['2026-11-04'])
})
