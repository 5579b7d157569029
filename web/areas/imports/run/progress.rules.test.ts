import { expect, test } from 'vitest'
import { percentOf, timeLeft } from './progress.rules.ts'

test.each([
  [null, 'Starting…'],
  [0, 'Almost done'],
  [12, 'Less than a minute left'],
  [70, 'About 1 minute left'],
  [150, 'About 3 minutes left'],
  [3600, 'About 1 hour left'],
  [9000, 'About 3 hours left'],
])('%s seconds are "%s"', (secondsLeft, words) => {
  expect(timeLeft({ done: 1, total: 2, secondsLeft })).toBe(words)
})

test('percent are whole, and 100 only at the end', () => {
  const percent = (done: number, total: number) => percentOf({ done, total, secondsLeft: null })
  expect([percent(0, 0), percent(1, 3), percent(999, 1000), percent(5, 5)]).toEqual([
    0, 33, 99, 100,
  ])
})
