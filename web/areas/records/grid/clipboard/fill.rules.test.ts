import { expect, test } from 'vitest'
import { continued } from './fill.rules.ts'

test.each<[string, unknown[], unknown[]]>([
  ['one value is repeated', [7], [7, 7, 7]],
  ['numbers in steps go on', [1, 3], [5, 7, 9]],
  ['numbers without one step are repeated', [1, 3, 4], [1, 3, 4]],
  ['fractions go on without dust', [0.1, 0.2], [0.3, 0.4, 0.5]],
  [
    'days go on over the end of a month',
    ['2026-02-26', '2026-02-27'],
    ['2026-02-28', '2026-03-01', '2026-03-02'],
  ],
  ['words are repeated in turn', ['A', 'B'], ['A', 'B', 'A']],
  ['empty cells stay empty', [null, undefined], [null, undefined, null]],
  ['lists are repeated', [['x']], [['x'], ['x'], ['x']]],
])('%s', (_, given, next) => {
  expect(continued(given, 3)).toEqual(next)
})

test('upwards the series goes the other way', () => {
  expect(continued([5, 6], 2, true)).toEqual([4, 3])
  expect(continued(['A', 'B'], 3, true)).toEqual(['B', 'A', 'B'])
})
