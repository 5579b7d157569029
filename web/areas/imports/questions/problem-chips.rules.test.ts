import { expect, test } from 'vitest'
import { isReason } from '../../../../contract/refusals/reasons.ts'
import { columnTypes } from '../../../../shared/column-types.ts'
import { chipOf } from './problem-chips.rules.ts'

test('a chip is short, and says what the value is not unless the reason says more', () => {
  const column = (type: string) => ({ type, settings: {} }) as never
  expect(chipOf('not_a_phone_here', column('phone'))).toBe('not a phone')
  expect(chipOf('twin_in_file', column('phone'))).toBe('repeated')
  expect(chipOf(undefined, column('date'))).toBe('not a day')
  for (const type of columnTypes) expect(chipOf(undefined, column(type)).length).toBeLessThan(18)
  for (const reason of ['required', 'twin_in_file', 'two_numbers', 'several_matches']) {
    expect(isReason(reason)).toBe(true)
  }
})
