import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failed } from '../../../contract/refusals/reasons.ts'
import { judge, waitsMs } from './deliveries.rules.ts'

const DAY = 24 * 3600 * 1000

test('ten tries over three days, each wait longer than the last', () => {
  expect(waitsMs).toHaveLength(9)
  expect(waitsMs.every((wait, i) => i === 0 || wait > waitsMs[i - 1]!)).toBe(true)
  const total = waitsMs.reduce((sum, wait) => sum + wait, 0)
  expect(total).toBeGreaterThan(2.9 * DAY)
  expect(total).toBeLessThan(3.1 * DAY)
})

test('whatever receivers answer, a delivery settles by the tenth try', () => {
  const outcome = fc.oneof(
    fc.integer({ min: 100, max: 599 }).map((status) => ({ status, why: null })),
    fc.constant({ status: null, why: failed('connection_failed', { code: 'ECONNREFUSED' }) }),
  )
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 10, maxLength: 10 }), (outcomes) => {
      const verdicts = outcomes.map((one, i) => judge(one, i + 1))
      const settled = verdicts.findIndex(({ state }) => state !== 'pending')
      expect(settled).toBeGreaterThanOrEqual(0)
      for (const [i, { state, waitMs, why, isGone }] of verdicts.entries()) {
        const { status } = outcomes[i]!
        const good = status !== null && status >= 200 && status < 300
        expect(state === 'delivered').toBe(good)
        expect(why === null).toBe(good)
        expect(isGone).toBe(status === 410)
        expect(waitMs === null).toBe(state !== 'pending')
        if (state === 'failed') expect(status === 410 || i === 9).toBe(true)
      }
    }),
  )
  expect(judge({ status: 302, why: null }, 1).why?.error).toBe(
    'answered 302; redirects are not followed',
  )
})
