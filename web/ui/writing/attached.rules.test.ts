import { expect, test } from 'vitest'
import { faultOf } from './attached.rules.ts'

test('a file that is too large beside the others, or one too many, is left out', () => {
  expect(faultOf(4_000_000, [1_000_000], 'text')).toBeUndefined()
  expect(faultOf(4_000_001, [1_000_000], 'text')).toContain('at most 5.0 MB together')
  expect(faultOf(4_000_001, [1_000_000], 'email')).toBeUndefined()
  expect(faultOf(1, Array(9).fill(1), 'text')).toBeUndefined()
  expect(faultOf(1, Array(10).fill(1), 'text')).toContain('at most 10 files')
})
