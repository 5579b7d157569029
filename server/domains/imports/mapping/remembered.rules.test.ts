import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerKeyOf } from './remembered.rules.ts'

test('headers are the same in any order, and only then', () => {
  const headers = fc.array(fc.constantFrom('a', 'b', 'ab', '', 'a,b', '"'), { maxLength: 5 })
  fc.assert(
    fc.property(headers, headers, (one, other) => {
      const isSame = JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
      expect(headerKeyOf(one) === headerKeyOf(other)).toBe(isSame)
    }),
  )
})
