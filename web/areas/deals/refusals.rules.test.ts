import { expect, test } from 'vitest'
import { saidOf } from './refusals.rules.ts'

test.each([
  ['insufficient_available', '$150.00'],
  ['exceeds_collected', '$7,000.01'],
  ['over_allocated', '20\u00a0%'],
] as const)('%s says how much is left, as people read it', (code, left) => {
  const { title, text } = saidOf(code, left)!
  expect(`${title}. ${text}`).toContain(left)
  expect(`${title}. ${text}`).not.toMatch(/Minor|ppm|1000000/)
})

test('of everything else the service says it itself', () => {
  expect(saidOf('split_held', '$0.00')).toBeUndefined()
  expect(saidOf(undefined, '$0.00')).toBeUndefined()
})
