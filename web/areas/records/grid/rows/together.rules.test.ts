import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellName } from './changes.rules.ts'
import type { Job } from './jobs.ts'
import { goingTogether } from './together.rules.ts'

const cell = fc.record({ rowId: fc.constantFrom('1', '2', '3'), key: fc.constantFrom('a', 'b') })
const write = fc.record({
  cells: fc.uniqueArray(cell, { selector: cellName, maxLength: 3 }),
  isChange: fc.boolean(),
  isAlone: fc.boolean(),
})

const goesAlone = ({
  cells,
  isChange,
  isAlone,
}: typeof write extends fc.Arbitrary<infer W> ? W : never) =>
  !isChange || isAlone || new Set(cells.map(({ rowId }) => rowId)).size > 1

test('writes go together in order, no cell twice, and none of those that have to go alone', () => {
  fc.assert(
    fc.property(fc.array(write, { minLength: 1, maxLength: 8 }), ([first, ...others]) => {
      const all = [{ ...first!, isChange: true }, ...others]
      const jobs = all.map(({ cells, isChange, isAlone }) => {
        const changes = cells.map((one) => ({ ...one, from: null, to: 1 }))
        const work = isChange ? { does: 'change', changes, shown: [] } : { does: 'remove' }
        return { work, isAlone } as unknown as Job
      })
      const together = all.slice(
        0,
        goingTogether(jobs, ({ work }) => (work.does === 'change' ? work.changes : null)),
      )
      expect(together.length).toBeGreaterThan(0)
      const names = together.flatMap(({ cells }) => cells.map(cellName))
      const next = all[together.length]
      if (together.length > 1) {
        expect(together.some(goesAlone)).toBe(false)
        expect(new Set(names).size).toBe(names.length)
      }
      if (!next || goesAlone(together[0]!)) return
      const isRepeated = next.cells.some((one) => names.includes(cellName(one)))
      expect(goesAlone(next) || isRepeated).toBe(true)
    }),
  )
})
