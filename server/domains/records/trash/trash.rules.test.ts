import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutStretches } from './trash.rules.ts'

const positions = (stretches: readonly { first: number; count: number }[]): number[] =>
  stretches.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i))

test('stretches are split into full parts, with every row once, in order', () => {
  const stretch = fc.record({
    first: fc.integer({ min: 1, max: 9 }),
    count: fc.integer({ min: 1, max: 25 }),
  })
  fc.assert(
    fc.property(fc.array(stretch), fc.integer({ min: 1, max: 10 }), (gaps, limit) => {
      let next = 0
      const stretches = gaps.map(({ first, count }) => {
        const made = { first: next + first, count }
        next = made.first + count
        return made
      })
      const parts = cutStretches(stretches, limit)
      expect(positions(parts.flat())).toEqual(positions(stretches))
      for (const part of parts.slice(0, -1)) expect(positions(part)).toHaveLength(limit)
      for (const part of parts) expect(positions(part).length).toBeLessThanOrEqual(limit)
    }),
  )
})
