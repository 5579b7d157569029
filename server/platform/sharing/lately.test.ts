import { expect, test } from 'vitest'
import { Lately } from './lately.ts'

test('what came lately is not new; what came too long ago, or was pushed out by others, is', () => {
  const lately = new Lately({ forMs: 1e9, most: 2 })
  expect(['a', 'a', 'b', 'a'].map((key) => lately.isNew(key))).toEqual([true, false, true, false])
  expect(['c', 'b', 'c'].map((key) => lately.isNew(key))).toEqual([true, true, false])
  const never = new Lately({ forMs: 0, most: 2 })
  expect([never.isNew('a'), never.isNew('a')]).toEqual([true, true])
})
